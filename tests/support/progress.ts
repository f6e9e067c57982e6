/** Reports the progress of a run without a terminal: the number of finished test files, of all. */
import type { Reporter, TestModule, Vitest } from 'vitest/node'

const EVERY_MS = 15_000

export default class Progress implements Reporter {
  #vitest: Vitest | undefined
  #all = 0
  #done = 0
  #failed = 0
  #begunAtMs = 0
  #saidAtMs = 0

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunStart(files: readonly unknown[]): void {
    this.#all = files.length
    this.#begunAtMs = this.#saidAtMs = performance.now()
  }

  onTestModuleEnd(file: TestModule): void {
    this.#done++
    if (!file.ok()) this.#failed++
    const nowMs = performance.now()
    if (this.#done < this.#all && nowMs - this.#saidAtMs < EVERY_MS) return
    this.#saidAtMs = nowMs
    const failed = this.#failed > 0 ? `, ${this.#failed} with failures` : ''
    const seconds = Math.round((nowMs - this.#begunAtMs) / 1000)
    this.#vitest?.logger.log(`${this.#done} of ${this.#all} test files after ${seconds} s${failed}`)
  }
}
