/** A picture of the program is stored as a path, so that its link works at any PUBLIC_URL. */
const OWN_ICONS = '/icons/'

/** The link to return for a stored icon. */
export function iconLink(stored: string, publicUrl: string): string {
  return stored.startsWith(OWN_ICONS) ? publicUrl + stored : stored
}

/** What to store for a link that an admin sent: a path if the link is to a picture of the program. */
export function iconToStore(link: string, publicUrl: string): string {
  return link.startsWith(publicUrl + OWN_ICONS) ? link.slice(publicUrl.length) : link
}
