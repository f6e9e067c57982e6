/** Passes text to the phone's share sheet, otherwise to the clipboard. Returns the outcome; closing the sheet is not a failure. */
export async function shareText(text: { title: string; text: string }): Promise<'shared' | 'copied' | 'failed'> {
  try {
    // Missing in desktop browsers, contrary to its type.
    if (typeof navigator.share === 'function') {
      await navigator.share(text)
      return 'shared'
    }
    await navigator.clipboard.writeText(text.text)
    return 'copied'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'shared' : 'failed'
  }
}
