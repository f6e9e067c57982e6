/**
 * All charts, so that they are one file: as separate files each was another request, sent only after the first had arrived
 * (docs/decisions/0270-home-as-an-account.md).
 */
export { LineChart } from './LineChart.tsx'
export { MonthBars } from './MonthBars.tsx'
export { PayoutRuler } from './PayoutRuler.tsx'
