/** First path segments that belong to the product itself and can never name a space (document 1, section 2). */
export const reservedSubdomains: ReadonlySet<string> = new Set(
  `about account accounts admin api app assets auth billing blog calendar cdn chat classroom confirm-email contact
   create create-space debug demo dev discover docs email favicon feed files fix forgot-password fr health help
   hearth home images img internal invite invites join leaderboard legal live login logout mail manifest members
   messages metrics moderation notifications notifs oauth og onboarding post posts press pricing privacy profile
   public redirect register reset-password robots root s search security settings setup signin signout signup sitemap
   smart-landing space spaces static status storage storage-debug support system temp loading terms test unsubscribe
   uploads user users webhooks well-known www`.split(/\s+/),
);
