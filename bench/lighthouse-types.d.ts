/** What the bench uses of lighthouse, which ships without types for its module. */
declare module 'lighthouse' {
  export type Report = {
    lighthouseVersion: string
    runtimeError?: { code: string; message: string }
    categories: Record<string, { score: number | null }>
    audits: Record<string, { title: string; score: number | null; scoreDisplayMode: string; numericValue?: number }>
  }
  export default function lighthouse(
    url: string,
    flags: {
      port: number
      logLevel: 'error'
      disableStorageReset: boolean
      onlyCategories: string[]
      throttlingMethod: 'devtools'
      throttling: Record<string, number>
    },
  ): Promise<{ lhr: Report } | undefined>
}
