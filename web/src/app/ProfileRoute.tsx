import { KycSection } from '../kyc/KycSection.tsx'
import ProfilePage from '../profile/ProfilePage.tsx'

/**
 * The profile with the section of the KYC room in it. A room shows no other room's components; the app puts them
 * together, and the route names both rooms so that both catalogues are fetched.
 */
export default function ProfileRoute() {
  return <ProfilePage kyc={<KycSection />} />
}
