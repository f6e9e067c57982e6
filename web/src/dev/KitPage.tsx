import { Page } from '../kit/Page.tsx'

export default function KitPage() {
  return <Page title="Kit">kit</Page>
}
