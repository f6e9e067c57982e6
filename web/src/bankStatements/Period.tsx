import { When } from '../kit/page/When.tsx'

/** The first and the last day of a statement; a single day if they are the same. */
export function Period({ first, last }: { first: string | null; last: string | null }) {
  if (first === null || last === null) return '–'
  return (
    <span>
      <When at={first} look="date" />
      {first !== last && (
        <>
          {' – '}
          <When at={last} look="date" />
        </>
      )}
    </span>
  )
}
