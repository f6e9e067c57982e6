/**
 * All charts, so that they are one file: in files of their own each was one request more, of a kind that is only asked for once
 * the first has come (docs/decisions/0270-home-as-an-account.md).
 */
export { LineChart } from './LineChart.tsx'
export { MonthBars } from './MonthBars.tsx'
export { PayoutRuler } from './PayoutRuler.tsx'
