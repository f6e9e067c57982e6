import { listAllCategories, listAllPlans, listCategories, listPlans } from '@bittkosh/contract/plans'
import { useQuery } from '@tanstack/react-query'
import { reading } from '../api/queries.ts'

export { dearestTried, draftName, nothingTyped, type Tried } from './tried.ts'

export function usePlans() {
  return useQuery(reading(listPlans))
}

export function useCategories() {
  return useQuery(reading(listCategories))
}

export function useAllPlans() {
  return useQuery(reading(listAllPlans))
}

export function useAllCategories() {
  return useQuery(reading(listAllCategories))
}

/** The calls to refetch after an admin's change: the lists of admins and of users. */
export const planLists = [listAllPlans, listAllCategories, listPlans, listCategories]
