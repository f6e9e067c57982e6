/** A picture of ours is kept as a path, so that it follows the program to whatever address it runs at. */
const OWN_ICONS = '/icons/'

/** The link to answer for a stored icon. */
export function iconLink(stored: string, publicUrl: string): string {
  return stored.startsWith(OWN_ICONS) ? publicUrl + stored : stored
}

/** What to store for a link that an admin sent: a path where the link is to a picture of ours. */
export function iconToStore(link: string, publicUrl: string): string {
  return link.startsWith(publicUrl + OWN_ICONS) ? link.slice(publicUrl.length) : link
}
