/** The languages of the product. Free of schemas, because the landing page needs this before anything else. */
export const languages = ['en', 'hi'] as const
export type Language = (typeof languages)[number]
