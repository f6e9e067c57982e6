import type { Endpoint } from '@bittkosh/contract/endpoint'
import { useLingui } from '@lingui/react/macro'
import { Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type PointerEvent, useState } from 'react'
import { refresh } from '../api/refresh.ts'
import { IconButton } from '../kit/actions/IconButton.tsx'
import styles from './DocumentViewer.module.css'

const ZOOM_MAX = 6
const ZOOM_STEP = 1.5
const upright = { zoom: 1, turns: 0, x: 0, y: 0 }

type DocumentViewerProps = {
  urls: readonly string[]
  label: string
  /** What brings new links once these have died. */
  listedIn: Endpoint
}

/** One photo at a time: zoomed by buttons or a double press, moved by dragging, turned by quarters. */
export function DocumentViewer({ urls, label, listedIn }: DocumentViewerProps) {
  const { t } = useLingui()
  const [shown, setShown] = useState(0)
  const [view, setView] = useState(upright)
  const url = urls[shown]
  const sides = [t`Front`, t`Back`]

  function zoomTo(zoom: number) {
    setView((before) => ({
      ...before,
      ...(zoom <= 1 ? { x: 0, y: 0 } : {}),
      zoom: Math.min(Math.max(zoom, 1), ZOOM_MAX),
    }))
  }

  function drag(event: PointerEvent) {
    if (event.buttons !== 1 || view.zoom === 1) return
    setView((before) => ({ ...before, x: before.x + event.movementX, y: before.y + event.movementY }))
  }

  return (
    <div className={styles.viewer}>
      <div
        className={styles.frame}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onDoubleClick={() => zoomTo(view.zoom > 1 ? 1 : 2.5)}
      >
        {url && (
          <img
            key={url}
            src={url}
            alt={`${label}, ${sides[shown] ?? ''}`}
            className={styles.picture}
            draggable={false}
            // The link has died while the page stood open.
            onError={() => void refresh(listedIn)}
            style={{
              transform: `translate(${view.x}px, ${view.y}px) rotate(${view.turns * 90}deg) scale(${view.zoom})`,
            }}
          />
        )}
      </div>
      <div className={styles.tools}>
        {urls.length > 1 && (
          <div className={styles.sides} role="group" aria-label={t`Side`}>
            {urls.map((one, index) => (
              <button
                key={one}
                type="button"
                className={styles.side}
                aria-pressed={index === shown}
                onClick={() => {
                  setShown(index)
                  setView(upright)
                }}
              >
                {sides[index]}
              </button>
            ))}
          </div>
        )}
        <span className={styles.buttons}>
          <IconButton
            size="dense"
            label={t`Zoom out`}
            icon={<ZoomOut size={18} aria-hidden />}
            disabled={view.zoom <= 1}
            onClick={() => zoomTo(view.zoom / ZOOM_STEP)}
          />
          <IconButton
            size="dense"
            label={t`Zoom in`}
            icon={<ZoomIn size={18} aria-hidden />}
            disabled={view.zoom >= ZOOM_MAX}
            onClick={() => zoomTo(view.zoom * ZOOM_STEP)}
          />
          <IconButton
            size="dense"
            label={t`Rotate`}
            icon={<RotateCw size={18} aria-hidden />}
            onClick={() => setView((before) => ({ ...before, turns: before.turns + 1 }))}
          />
          <IconButton
            size="dense"
            label={t`Whole picture`}
            icon={<Maximize size={18} aria-hidden />}
            onClick={() => setView(upright)}
          />
        </span>
      </div>
    </div>
  )
}
