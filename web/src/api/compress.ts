import { IMAGE_BYTES_MAX } from '@bittkosh/contract/uploads'

const EDGE_MAX = 2400 // the size that the server stores, so nothing is lost

/** A photo small enough to send over a mobile connection: JPEG, upright, at most 2400 pixels an edge. */
export async function compressed(photo: File): Promise<Blob> {
  const { default: Compressor } = await import('compressorjs')
  return new Promise((resolve) => {
    // The library's constructor is its call.
    // oxlint-disable-next-line no-new
    new Compressor(photo, {
      quality: 0.85,
      maxWidth: EDGE_MAX,
      maxHeight: EDGE_MAX,
      mimeType: 'image/jpeg',
      success: resolve,
      // The server may be able to read what this browser can't; it refuses the picture if not.
      error: () => resolve(photo),
    })
  })
}

export function isTooLarge(picture: Blob): boolean {
  return picture.size > IMAGE_BYTES_MAX
}
