import { useState } from 'react'
import styles from './CoinIcon.module.css'

/** A plan's picture, or the first letter of its symbol if there is no picture. Its name is shown beside it. */
export function CoinIcon({ url, symbol, size = 40 }: { url: string; symbol: string; size?: number }) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  if (brokenUrl === url) {
    return (
      <span className={styles.letter} style={{ width: size, height: size, fontSize: size * 0.45 }} aria-hidden="true">
        {symbol.slice(0, 1).toUpperCase()}
      </span>
    )
  }
  return (
    <img
      src={url}
      alt=""
      width={size}
      height={size}
      referrerPolicy="no-referrer"
      className={styles.icon}
      onError={() => setBrokenUrl(url)}
    />
  )
}
