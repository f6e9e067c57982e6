import { useLingui } from '@lingui/react/macro'
import { testimonials } from './content.ts'
import { Portrait } from './Portrait.tsx'
import styles from './Quotes.module.css'

export function Quotes() {
  const { t, i18n } = useLingui()
  return (
    <ul className={styles.quotes}>
      {testimonials.quotes.map(({ name, role, portrait, quote }) => (
        <li key={name.id}>
          <figure className={styles.quote}>
            <Stars label={t`5 of 5 stars`} />
            <blockquote>{i18n._(quote)}</blockquote>
            <figcaption className={styles.person}>
              <Portrait look={portrait} />
              <span>
                <span className={styles.name}>{i18n._(name)}</span>
                <span className={styles.role}>{i18n._(role)}</span>
              </span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )
}

const star = 'M10 1.8 12.5 7l5.7.8-4.1 4 1 5.7L10 14.8l-5.1 2.7 1-5.7-4.1-4L7.5 7Z'

function Stars({ label }: { label: string }) {
  return (
    <svg role="img" aria-label={label} width="108" height="20" viewBox="0 0 108 20" className={styles.stars}>
      {[0, 22, 44, 66, 88].map((x) => (
        <path key={x} d={star} transform={`translate(${x})`} />
      ))}
    </svg>
  )
}
