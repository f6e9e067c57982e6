/**
 * A separate process that turns uploads into safe pictures, started by pictures.ts: the memory and the crashes that a
 * picture causes are this process's, which ends when nothing has been uploaded for a while.
 */
import sharp from 'sharp'

const PIXELS_MAX = 25_000_000
const EDGE_MAX = 2400 // enough to read the small print of an ID card; 4 : 3 at this edge is 4.3 megapixels

export type Decoded = { picture: Uint8Array } | { refused: 'image_unreadable' | 'image_too_large' }

// Only these three decoders may read a stranger's bytes.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

process.on('message', (upload: { bytes: Uint8Array; format: string }) => {
  void decode(upload).then((decoded) => process.send?.(decoded))
})

async function decode({ bytes, format }: { bytes: Uint8Array; format: string }): Promise<Decoded> {
  try {
    const header = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (header.format !== format) return { refused: 'image_unreadable' }
    if (header.width * header.height > PIXELS_MAX) return { refused: 'image_too_large' } // before anything is decoded
    const picture = await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize({ width: EDGE_MAX, height: EDGE_MAX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .jpeg({ quality: 85 })
      .toBuffer()
    return { picture }
  } catch {
    return { refused: 'image_unreadable' }
  }
}
