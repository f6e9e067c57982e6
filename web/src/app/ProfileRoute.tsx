import { KycSection } from '../kyc/KycSection.tsx'
import ProfilePage from '../profile/ProfilePage.tsx'

/**
 * The profile with the KYC room's section in it. A room does not import components of another room; the app combines them, and the
 * route names both rooms so that both catalogues are fetched.
 */
export default function ProfileRoute() {
  return <ProfilePage kyc={<KycSection />} />
}
