export function MembersPage() {
  return <h1>members</h1>;
}
