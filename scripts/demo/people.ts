/** The people of the demo: names, contacts and ID numbers that are derived from a number, so that every run creates the same. */
import { hash } from 'node:crypto'
import { type IdType, verhoeffDigit } from '@bittkosh/contract/kyc'

/** The prefix of demo users' referral codes, by which a further run counts them. */
export const DEMO_CODE = 'DEMO'

// prettier-ignore
const firstNames = ['Aarav', 'Aditi', 'Ajay', 'Akash', 'Ananya', 'Anil', 'Anjali', 'Arjun', 'Asha', 'Bhavna', 'Chetan',
  'Deepa', 'Dev', 'Divya', 'Farhan', 'Gauri', 'Harpreet', 'Imran', 'Isha', 'Jaspreet', 'Kavita', 'Kiran', 'Lakshmi',
  'Manish', 'Meera', 'Mohan', 'Nandini', 'Neha', 'Nikhil', 'Pooja', 'Prakash', 'Priya', 'Rahul', 'Rajesh', 'Ravi',
  'Rohan', 'Sana', 'Sandeep', 'Sneha', 'Sunita', 'Suresh', 'Tanvi', 'Usha', 'Varun', 'Vijay', 'Yash', 'Zoya']
// prettier-ignore
const surnames = ['Agarwal', 'Banerjee', 'Bhat', 'Bose', 'Chauhan', 'Chopra', 'Das', 'Desai', 'Deshmukh', 'Fernandes',
  'Ghosh', 'Gill', 'Gowda', 'Gupta', 'Iyer', 'Jain', 'Jha', 'Joshi', 'Kaur', 'Khan', 'Kulkarni', 'Kumar', 'Mehta',
  'Menon', 'Mishra', 'Mukherjee', 'Naidu', 'Nair', 'Pandey', 'Patel', 'Patil', 'Pillai', 'Rao', 'Rathore', 'Reddy',
  'Roy', 'Saxena', 'Shah', 'Sharma', 'Shetty', 'Singh', 'Sinha', 'Thakur', 'Varma', 'Verma', 'Yadav']

export type Random = () => number

/** A small seeded generator (mulberry32): the same seed gives the same people and the same lives. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function pick<T>(random: Random, from: readonly T[]): T {
  const found = from[Math.floor(random() * from.length)]
  if (found === undefined) throw new Error('pick: nothing to choose from')
  return found
}

/** Name and contacts of the demo user with this number, from 1. */
export function personOf(number: number, random: Random) {
  const [first, surname] = [pick(random, firstNames), pick(random, surnames)]
  return {
    name: `${first} ${surname}`,
    email: `${first}.${surname}.${number}@example.test`.toLowerCase(),
    phone: `+917${String(scattered(number, 1_000_000_000n)).padStart(9, '0')}`,
    referralCode: `${DEMO_CODE}${number}`,
  }
}

/** A well-formed ID number that no other demo user has. */
export function idNumberOf(number: number, type: IdType): string {
  if (type === 'aadhar') {
    const digits = `2${String(scattered(number, 10_000_000_000n)).padStart(10, '0')}`
    return `${digits}${verhoeffDigit(digits)}`
  }
  const mixed = Number(scattered(number, 100_000_000n))
  const letter = (n: number) => String.fromCodePoint(65 + (n % 26))
  const head = Math.floor(mixed / 10_000)
  const digits = String(mixed % 10_000).padStart(4, '0')
  return `${letter(Math.floor(head / 676))}${letter(Math.floor(head / 26))}${letter(head)}P${letter(number)}${digits}${letter(number * 7)}`
}

/** Hex digits derived from a name: references of payments, names of files. */
export function digestOf(name: string): Buffer {
  return hash('sha256', `demo ${name}`, 'buffer')
}

/** Digits that are different for each number: references and accounts in a bank's format. */
export function digitsOf(number: number, length: number): string {
  return String(scattered(number, 10n ** BigInt(length))).padStart(length, '0')
}

// 3^18 shares no factor with a power of ten, so no two numbers below the bound collide.
function scattered(number: number, bound: bigint): bigint {
  return (BigInt(number) * 387_420_489n + 271_828_183n) % bound
}
