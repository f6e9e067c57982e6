/** Starts the program of a release, or says which Node it needs. Plain JavaScript, because an older Node can't load TypeScript. */
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(`BittKosh needs Node 24; this is Node ${process.versions.node}. See https://nodejs.org`)
  process.exit(1)
}
await import('./src/main.ts')
