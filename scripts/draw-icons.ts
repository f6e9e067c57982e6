/** Draws the app's icons from web/public/icon.svg and web/icons/maskable.svg. Run it after changing one of them. */
import { join } from 'node:path'
import sharp from 'sharp'

const web = join(import.meta.dirname, '../web')
const icons = [
  { from: 'public/icon.svg', name: 'icon', sizes: [192, 512] },
  { from: 'icons/maskable.svg', name: 'maskable', sizes: [192, 512] },
  { from: 'icons/maskable.svg', name: 'apple-touch', sizes: [180] },
]

for (const { from, name, sizes } of icons) {
  for (const size of sizes) {
    await sharp(join(web, from), { density: (72 * size) / 64 })
      .resize(size, size)
      .png({ compressionLevel: 9, palette: true })
      .toFile(join(web, `public/icons/app/${name}-${size}.png`))
  }
}
