import type { Language } from '../language.ts'
import type { Role } from '../roles.ts'

export const roleWords: Record<Language, Record<Role, string>> = {
  en: {
    owner: 'Owner',
    finance: 'Finance',
    kyc: 'KYC',
    support: 'Support',
    catalogue: 'Catalogue',
    viewer: 'Viewer',
  },
  hi: {
    owner: 'ओनर',
    finance: 'फ़ाइनेंस',
    kyc: 'KYC',
    support: 'सहायता',
    catalogue: 'कैटलॉग',
    viewer: 'व्यूअर',
  },
}

/** 'Finance, KYC' */
export function rolesText(language: Language, roles: readonly Role[]): string {
  return roles.map((role) => roleWords[language][role]).join(', ')
}
