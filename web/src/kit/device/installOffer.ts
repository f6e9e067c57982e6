/** Delays the offer to install until a second visit or a first deposit, when people know the product. */
import { preference } from './preference.ts'
import { useStore } from './store.ts'

const offer = preference('install-offer', ['new', 'visited', 'due', 'answered'], 'new')

/** A visit is a session of a browser tab. */
export function noteVisit() {
  try {
    if (sessionStorage.getItem('visit')) return
    sessionStorage.setItem('visit', 'noted')
  } catch {
    return // storage is blocked: visits can't be told apart
  }
  if (offer.get() === 'visited') offer.set('due')
  if (offer.get() === 'new') offer.set('visited')
}

export function noteFirstDeposit() {
  if (offer.get() !== 'answered') offer.set('due')
}

export function useInstallOffer() {
  return { due: useStore(offer) === 'due', answered: () => offer.set('answered') }
}
