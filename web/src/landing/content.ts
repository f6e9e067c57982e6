/**
 * The landing page's samples: the plan of the example calculation, the rows with moving prices, the quotes. Its four figures come
 * from GET /site and are initially SAMPLE_FIGURES of the contract. Replace the quotes with real ones, and set `areSamples`, before
 * anyone pays money in.
 */
import { type Paise, type Ppm, paise, ppm } from '@bittkosh/contract/money'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SampleRow } from './jitter.ts'

/** As in the sample catalogue. */
export const samplePlan: { name: MessageDescriptor; icon: string; days: number; rate: Ppm } = {
  name: msg`BTC Saver 30`,
  icon: '/icons/plans/coin-sun.svg',
  days: 30,
  rate: ppm(21_000n), // 2.1 %
}

export const sampleAmounts: { value: string; label: string; amount: Paise }[] = [
  { value: '1000', label: '₹1,000', amount: paise(1_000_00n) },
  { value: '10000', label: '₹10,000', amount: paise(10_000_00n) },
  { value: '100000', label: '₹1,00,000', amount: paise(1_00_000_00n) },
]

/** Rupees and percent, invented for display. */
export const sampleRows: (SampleRow & { name: MessageDescriptor; icon: string; days: number; profit: string })[] = [
  {
    name: msg`BTC Saver 30`,
    icon: '/icons/plans/coin-sun.svg',
    days: 30,
    profit: '2.1',
    price: 64_21_908,
    change: 0.42,
  },
  {
    name: msg`ETH Saver 60`,
    icon: '/icons/plans/coin-peaks.svg',
    days: 60,
    profit: '4.5',
    price: 2_11_171,
    change: -0.11,
  },
  {
    name: msg`SOL Builder 45`,
    icon: '/icons/plans/coin-waves.svg',
    days: 45,
    profit: '3.4',
    price: 13_842,
    change: 0.27,
  },
]

export const features: { title: MessageDescriptor; text: MessageDescriptor }[] = [
  {
    title: msg`Real-time analytics`,
    text: msg`What you've put in, its profit so far and the days left are recalculated each time you look.`,
  },
  {
    title: msg`Bank-grade security`,
    text: msg`Every rupee is recorded twice, as banks do. Sending money requires a one-time code, and ID photos are stored encrypted.`,
  },
  {
    title: msg`Instant deposits`,
    text: msg`Pay by UPI, bank or USDT and send the reference in the same minute. A person checks it, and we let you know.`,
  },
  {
    title: msg`Referral rewards`,
    text: msg`Invite a friend to Earn: a reward when they start, and a share of their profits for life. It costs them nothing.`,
  },
  {
    title: msg`Smart investments`,
    text: msg`A plan fixes its days and its profit before you start. Earn grows every day and has no lock-in.`,
  },
  {
    title: msg`Community support`,
    text: msg`Questions go to people. Support is one tap away on every page, in English and in Hindi.`,
  },
]

export const testimonials: { areSamples: boolean; quotes: Testimonial[] } = {
  areSamples: true,
  quotes: [
    {
      name: msg`Meera Kulkarni`,
      role: msg`Teacher, Pune`,
      portrait: 'bun',
      quote: msg`I saw the day and the amount before I paid. On that day, that amount was there.`,
    },
    {
      name: msg`Imran Sheikh`,
      role: msg`Shopkeeper, Lucknow`,
      portrait: 'beard',
      quote: msg`The fee is on the page before I press the button. I do the same in my shop.`,
    },
    {
      name: msg`Lakshmi Nair`,
      role: msg`Nurse, Kochi`,
      portrait: 'long',
      quote: msg`My mother reads it in Hindi, I read it in English. The sums are the same, so we talk about them.`,
    },
  ],
}

export type Testimonial = {
  name: MessageDescriptor
  role: MessageDescriptor
  portrait: 'bun' | 'beard' | 'long'
  quote: MessageDescriptor
}
