import { isOwnPicture } from '@bittkosh/contract/plans'

/**
 * What to store for an admin's choice of a picture: the program's own pictures as a path, which works at every present
 * and later address of the program.
 */
export function iconToStore(link: string, publicUrl: string): string {
  const path = link.startsWith(publicUrl) ? link.slice(publicUrl.length) : link
  return isOwnPicture(path) ? path : link
}
