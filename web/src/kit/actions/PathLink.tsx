import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

type PathLinkProps = { path: string; onOpen?: () => void; children: ReactNode }

/** A link to a page of this app by its full path, such as one from the server. */
export function PathLink({ path, onOpen, children }: PathLinkProps) {
  const open = useOpenPath(path)
  return (
    <a
      href={path}
      onClick={(event) => {
        onOpen?.()
        open(event)
      }}
    >
      {children}
    </a>
  )
}

/** Opens a path of this app without a page load; a click with a modifier key is left to the browser, as on any link. */
export function useOpenPath(path: string): (event: MouseEvent) => void {
  const router = useRouter()
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void router.navigate({ href: path })
  }
}
