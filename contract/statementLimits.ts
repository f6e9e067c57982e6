/**
 * The largest size of a bank's file; a month of a busy account is below 2 MB. Apart from the calls, so that the process
 * that reads files loads nothing else.
 */
export const STATEMENT_BYTES_MAX = 5 * 1024 * 1024
export const STATEMENT_LINES_MAX = 20_000
export const STATEMENT_COLUMNS_MAX = 100
