// Generated from the migrations by `npm run schema`. Do not edit.
export interface Database {}
