/** The languages that people read this product in. Free of schemas: the landing page needs it before anything else. */
export const languages = ['en', 'hi'] as const
export type Language = (typeof languages)[number]
