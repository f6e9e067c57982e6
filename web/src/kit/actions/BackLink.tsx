import type { ReactNode } from 'react'
import { AnchorButton } from './Button.tsx'
import { useOpenPath } from './PathLink.tsx'

/** A button to a page of this app by its full path, such as the page that somebody came from. */
export function BackLink({ back, wide, children }: { back: string; wide?: boolean; children: ReactNode }) {
  return (
    <AnchorButton href={back} onClick={useOpenPath(back)} wide={wide}>
      {children}
    </AnchorButton>
  )
}
