import { useLingui } from '@lingui/react/macro'
import { Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type PointerEvent, useState } from 'react'
import { refetchShown } from '../api/queries.ts'
import { IconButton } from '../kit/actions/IconButton.tsx'
import { useKeys } from '../kit/overlays/layers.ts'
import { Modal } from '../kit/overlays/Modal.tsx'
import { cx } from '../kit/page/cx.ts'
import styles from './DocumentViewer.module.css'

const ZOOM_MAX = 6
const ZOOM_STEP = 1.5
const upright = { zoom: 1, turns: 0, x: 0, y: 0 }

type DocumentViewerProps = {
  urls: readonly string[]
  label: string
  /** What the large photos are compared with: the person's data and the typed number. */
  edge?: string
}

/** One photo at a time, and all of them at full screen size: there + and −, R and the wheel zoom and rotate them too. */
export function DocumentViewer({ edge, ...props }: DocumentViewerProps) {
  const [isLarge, setLarge] = useState(false)
  return (
    <>
      <Viewer {...props} onLarge={() => setLarge(true)} />
      <Modal
        open={isLarge}
        onClose={() => setLarge(false)}
        title={edge ? `${props.label} · ${edge}` : props.label}
        size="full"
      >
        <div className={styles.beside}>
          {props.urls.map((_, side) => (
            // oxlint-disable-next-line react/no-array-index-key -- links change every few minutes
            <Viewer key={side} {...props} side={side} />
          ))}
        </div>
      </Modal>
    </>
  )
}

type ViewerProps = Omit<DocumentViewerProps, 'edge'> & {
  /** For a large photo: its side. */
  side?: number
  onLarge?: () => void
}

/** Zoomed by buttons or a double click, moved by dragging, rotated by quarter turns. */
function Viewer({ urls, label, side, onLarge }: ViewerProps) {
  const { t } = useLingui()
  const isLarge = side !== undefined
  const [chosen, setChosen] = useState(0)
  const shown = side ?? chosen
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

  const zoomIn = () => zoomTo(view.zoom * ZOOM_STEP)
  const zoomOut = () => zoomTo(view.zoom / ZOOM_STEP)
  const rotate = () => setView((before) => ({ ...before, turns: before.turns + 1 }))
  useKeys(({ key, ctrlKey, metaKey, altKey }) => {
    if (!isLarge || ctrlKey || metaKey || altKey) return // those keys belong to the browser, and on a page to the queue
    if (key === '+' || key === '=') zoomIn()
    if (key === '-') zoomOut()
    if (key.toLowerCase() === 'r') rotate()
  })

  function drag(event: PointerEvent) {
    if (event.buttons !== 1 || view.zoom === 1) return
    setView((before) => ({ ...before, x: before.x + event.movementX, y: before.y + event.movementY }))
  }

  return (
    <div className={cx(styles.viewer, isLarge && styles.large)}>
      <div
        className={styles.frame}
        onWheel={({ deltaY }) => isLarge && (deltaY < 0 ? zoomIn() : zoomOut())}
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
            // The link expired while the page was open. Nobody asked for it, so it keeps no session alive.
            onError={() => void refetchShown()}
            style={{
              transform: `translate(${view.x}px, ${view.y}px) rotate(${view.turns * 90}deg) scale(${view.zoom})`,
            }}
          />
        )}
      </div>
      <div className={styles.tools}>
        {!isLarge && urls.length > 1 && (
          <div className={styles.sides} role="group" aria-label={t`Side`}>
            {urls.map((one, index) => (
              <button
                key={one}
                type="button"
                className={styles.side}
                aria-pressed={index === shown}
                onClick={() => {
                  setChosen(index)
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
            onClick={zoomOut}
          />
          <IconButton
            size="dense"
            label={t`Zoom in`}
            icon={<ZoomIn size={18} aria-hidden />}
            disabled={view.zoom >= ZOOM_MAX}
            onClick={zoomIn}
          />
          <IconButton size="dense" label={t`Rotate`} icon={<RotateCw size={18} aria-hidden />} onClick={rotate} />
          {onLarge && (
            <IconButton
              size="dense"
              label={t`Full screen`}
              icon={<Maximize size={18} aria-hidden />}
              onClick={onLarge}
            />
          )}
        </span>
      </div>
    </div>
  )
}
