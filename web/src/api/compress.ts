import { IMAGE_BYTES_MAX } from '@bittkosh/contract/uploads'

const EDGE_MAX = 2400 // what the server keeps, so nothing is lost

/** A photo small enough to send over a phone's connection: JPEG, upright, at most 2400 pixels an edge. */
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
      // What this browser can't draw the server may still read; it says so if not.
      error: () => resolve(photo),
    })
  })
}

export function isTooLarge(picture: Blob): boolean {
  return picture.size > IMAGE_BYTES_MAX
}
