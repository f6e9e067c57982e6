/** The product's name and tagline stand here and nowhere else, so that an operator can change them. */
export const BRAND = 'BittKosh'
export const TAGLINE = 'Smart Crypto Investments'
