/** First path segments that the product uses itself. A space can't use them as its address. */
export const reservedSubdomains: ReadonlySet<string> = new Set(
  `about account accounts admin api app assets auth billing blog calendar cdn certificate chat classroom confirm-email contact
   create create-space debug demo dev discover docs email favicon feed files fix forgot-password fr health help
   hearth home images img internal invite invites join leaderboard legal live login logout mail manifest members
   messages metrics moderation notifications notifs oauth og onboarding post posts press pricing privacy profile
   public redirect register reset-password robots root s search security settings setup sign-in sign-up signin signout signup sitemap
   smart-landing space spaces static status storage storage-debug support system temp loading terms test unsubscribe
   uploads user users webhooks well-known www`.split(/\s+/),
);
