/** The only place with the product's name and tagline, so that an operator can change them. */
export const BRAND = 'BittKosh'
export const TAGLINE = 'Smart Crypto Investments'
