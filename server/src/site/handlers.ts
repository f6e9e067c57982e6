import { getSite } from '@bittkosh/contract/site'
import { read, type Route } from '../platform/http.ts'
import { describeSite } from './actions.ts'

export const routes: Route[] = [read(getSite, ({ settings, at }, db) => describeSite(settings, db, at))]
