import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { AnchorButton } from './Button.tsx'

/** A link to a page of this app by its whole address, such as the one that somebody came from. */
export function BackLink({ back, wide, children }: { back: string; wide?: boolean; children: ReactNode }) {
  const router = useRouter()
  function open(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void router.navigate({ href: back })
  }
  return (
    <AnchorButton href={back} onClick={open} {...(wide && { wide })}>
      {children}
    </AnchorButton>
  )
}
