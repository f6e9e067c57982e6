import { isOwnPicture } from '@bittkosh/contract/plans'

/**
 * What to store for the picture that an admin named: the program's own as a path, which works at every address that the
 * program has now or later.
 */
export function iconToStore(link: string, publicUrl: string): string {
  const path = link.startsWith(publicUrl) ? link.slice(publicUrl.length) : link
  return isOwnPicture(path) ? path : link
}
