import { useLayoutEffect, useRef, useState } from 'react'

type Refusal = { sentence: string; isAtField: boolean | null }

/**
 * Why a form could not be sent, shown once: at the field that it is about, which gets the focus, or above the button (`<Submit>` of
 * the kit) if the form shows no such field. `useForm` includes it; forms that send by themselves use it directly.
 */
export function useRefusal() {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const form = useRef<HTMLFormElement>(null)

  // Only the page knows which fields are rendered. Runs before the paint, so that no banner flashes up.
  useLayoutEffect(() => {
    if (refusal === null || refusal.isAtField !== null) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    setRefusal({ ...refusal, isAtField: Boolean(field) })
    field?.focus()
  }, [refusal])

  return {
    /** For `<form ref>`. */
    form,
    /** Sentences by field of the request, such as errors['withdrawal_details.upi_id']. */
    errors,
    /** The sentence of a refusal that no field of the form shows. */
    failure: refusal?.isAtField === false ? refusal.sentence : null,
    /** The same, regardless of where it is shown. */
    refusal: refusal?.sentence ?? null,
    /** Sets the sentences by field, and the one to show if none of those fields is rendered. */
    refuse(byField: Readonly<Record<string, string>>, message: string) {
      setErrors(byField)
      setRefusal({ sentence: message, isAtField: null })
    },
    /** Clears the error of one field, as it is typed into, or of the whole form. */
    clear(field?: string) {
      setErrors(({ [field ?? '']: _gone, ...others }) => (field === undefined ? {} : others))
      if (field === undefined) setRefusal(null)
    },
  }
}
