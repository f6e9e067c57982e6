/** Hands text to the phone's share sheet, else to the clipboard. Says what came of it; closing the sheet is no failure. */
export async function shareText(text: { title: string; text: string }): Promise<'shared' | 'copied' | 'failed'> {
  try {
    // Missing in desktop browsers, whatever its type says.
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
