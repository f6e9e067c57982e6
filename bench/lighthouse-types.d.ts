/** The parts of lighthouse that the bench uses, because the package has no types for its module. */
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
