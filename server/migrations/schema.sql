-- columns
accounts.id uuid not null
accounts.user_id uuid not null
accounts.account_id text not null
accounts.provider_id text not null
accounts.password text
accounts.created_at timestamp(3) with time zone not null default now()
accounts.updated_at timestamp(3) with time zone not null default now()
audit_log.id uuid not null
audit_log.space_id uuid not null
audit_log.actor_id uuid
audit_log.action text not null
audit_log.target_user_id uuid
audit_log.post_id uuid
audit_log.comment_id uuid
audit_log.details jsonb not null default '{}'::jsonb
audit_log.created_at timestamp(3) with time zone not null
badges.code text not null
badges.name text not null
badges.description text not null
badges.icon_url text
badges.position smallint not null
calendar_subscriptions.user_id uuid not null
calendar_subscriptions.token_version uuid not null
calendar_subscriptions.token_hash text not null
calendar_subscriptions.created_at timestamp(3) with time zone not null
comment_likes.comment_id uuid not null
comment_likes.user_id uuid not null
comment_likes.space_id uuid not null
comment_likes.created_at timestamp(3) with time zone not null
demo_state.singleton boolean not null default true
demo_state.started_at timestamp(3) with time zone not null
demo_state.finished_at timestamp(3) with time zone
draft_uploads.user_id uuid not null
draft_uploads.space_id uuid not null
draft_uploads.upload_id uuid not null
drafts.user_id uuid not null
drafts.space_id uuid not null
drafts.client_id uuid not null
drafts.content jsonb not null
drafts.conflicts jsonb not null default '[]'::jsonb
drafts.version integer not null default 1
drafts.client_edited_at timestamp(3) with time zone not null
drafts.updated_at timestamp(3) with time zone not null
email_unsubscribes.user_id uuid not null
email_unsubscribes.space_id uuid not null
email_unsubscribes.type text not null
email_unsubscribes.created_at timestamp(3) with time zone not null
event_notification_log.event_id uuid not null
event_notification_log.user_id uuid not null
event_notification_log.kind text not null
event_notification_log.dedupe_key text not null
event_notification_log.created_at timestamp(3) with time zone not null
event_rsvps.event_id uuid not null
event_rsvps.user_id uuid not null
event_rsvps.space_id uuid not null
event_rsvps.rsvp text not null
event_rsvps.queue_position integer not null
event_rsvps.responded_at timestamp(3) with time zone not null
event_series.id uuid not null
event_series.space_id uuid not null
event_series.user_id uuid not null
event_series.rule jsonb not null
event_series.time_zone text not null
event_series.all_day boolean not null
event_series.starts_local text not null
event_series.ends_local text not null
event_series.content jsonb not null
event_series.sequence integer not null default 0
event_series.created_at timestamp(3) with time zone not null
event_series.updated_at timestamp(3) with time zone not null
events.id uuid not null
events.space_id uuid not null
events.series_id uuid
events.original_local text
events.user_id uuid not null
events.client_id uuid
events.title text not null
events.description text not null
events.cover_upload_id uuid
events.starts_at timestamp(3) with time zone not null
events.ends_at timestamp(3) with time zone not null
events.time_zone text not null
events.starts_local text not null
events.ends_local text not null
events.all_day boolean not null
events.location_type text not null
events.url text
events.address text
events.host_ids uuid[] not null default '{}'::uuid[]
events.capacity integer
events.status text not null default 'scheduled'::text
events.changed_fields text[] not null default '{}'::text[]
events.sequence integer not null default 0
events.going_count integer not null default 0
events.maybe_count integer not null default 0
events.waitlist_count integer not null default 0
events.version integer not null default 1
events.created_at timestamp(3) with time zone not null
events.edited_at timestamp(3) with time zone
events.deleted_at timestamp(3) with time zone
link_previews.url text not null
link_previews.status text not null default 'waiting'::text
link_previews.title text
link_previews.description text
link_previews.site_name text
link_previews.image_id uuid
link_previews.attempts smallint not null default 0
link_previews.claimed_until timestamp(3) with time zone
link_previews.fetched_at timestamp(3) with time zone
link_previews.created_at timestamp(3) with time zone not null default now()
live_events.id bigint not null identity
live_events.seq bigint
live_events.channel text not null
live_events.type text not null
live_events.payload jsonb not null
live_events.created_at timestamp(3) with time zone not null default now()
live_state.singleton boolean not null default true
live_state.last_seq bigint not null default 0
live_state.purged_through bigint not null default 0
local_mailbox.id uuid not null
local_mailbox.sender text not null
local_mailbox.recipient text not null
local_mailbox.subject text not null
local_mailbox.html text not null
local_mailbox.text text not null
local_mailbox.created_at timestamp(3) with time zone not null default now()
member_locations.space_id uuid not null
member_locations.user_id uuid not null
member_locations.city_id integer not null
member_locations.city text not null
member_locations.region text not null
member_locations.country_code text not null
member_locations.latitude numeric(4,1) not null
member_locations.longitude numeric(4,1) not null
member_locations.shared_at timestamp(3) with time zone not null
member_points.space_id uuid not null
member_points.user_id uuid not null
member_points.points integer not null default 0
member_points.points_30 integer not null default 0
member_points.points_7 integer not null default 0
member_points.reached_at timestamp(3) with time zone
member_points.level smallint not null
member_points.level_version integer not null default 1
member_points.is_member boolean not null default false
member_points.is_ranked boolean not null default false
member_points.joined_at timestamp(3) with time zone
member_search.member_id uuid not null
member_search.normalized text not null
member_search.ngrams integer[] not null
mentions.id uuid not null
mentions.space_id uuid not null
mentions.post_id uuid not null
mentions.comment_id uuid
mentions.user_id uuid not null
mentions.mentioned_by uuid not null
mentions.created_at timestamp(3) with time zone not null
moderation_cases.id uuid not null
moderation_cases.space_id uuid not null
moderation_cases.kind text not null
moderation_cases.target_id uuid not null
moderation_cases.author_id uuid not null
moderation_cases.post_id uuid
moderation_cases.comment_id uuid
moderation_cases.report_count integer not null default 0
moderation_cases.outcome text
moderation_cases.outcome_reason text
moderation_cases.resolved_by uuid
moderation_cases.resolved_at timestamp(3) with time zone
moderation_cases.created_at timestamp(3) with time zone not null
moderation_counts.space_id uuid not null
moderation_counts.open_count integer not null
moderation_counts.version integer not null
moderation_reports.id uuid not null
moderation_reports.case_id uuid not null
moderation_reports.space_id uuid not null
moderation_reports.kind text not null
moderation_reports.target_id uuid not null
moderation_reports.reporter_id uuid not null
moderation_reports.reason text not null
moderation_reports.rule_text text
moderation_reports.note text
moderation_reports.created_at timestamp(3) with time zone not null
moderation_reports.notified_at timestamp(3) with time zone
moderation_reports.about_moderator boolean not null default true
notification_actors.notification_id uuid not null
notification_actors.user_id uuid not null
notification_actors.occurred_at timestamp(3) with time zone not null
notification_counts.user_id uuid not null
notification_counts.unread_count integer not null default 0
notification_counts.version bigint not null default 0
notification_preferences.user_id uuid not null
notification_preferences.push_enabled boolean not null default true
notification_preferences.email_enabled boolean not null default true
notification_preferences.new_posts boolean not null default false
notification_preferences.comments boolean not null default true
notification_preferences.likes boolean not null default true
notification_preferences.mentions boolean not null default true
notification_preferences.space_joins boolean not null default true
notification_preferences.new_customers boolean not null default true
notification_preferences.updated_at timestamp(3) with time zone not null default now()
notifications.id uuid not null
notifications.user_id uuid not null
notifications.space_id uuid not null
notifications.type text not null
notifications.actor_id uuid
notifications.last_actor_id uuid
notifications.actor_count integer not null default 0
notifications.actor_relationship text
notifications.title text not null
notifications.content_preview text not null default ''::text
notifications.target_type text not null
notifications.target_id uuid not null
notifications.post_id uuid
notifications.read boolean not null default false
notifications.clicked boolean not null default false
notifications.batch_key text
notifications.version bigint not null
notifications.created_at timestamp(3) with time zone not null
notifications.batch_updated_at timestamp(3) with time zone not null
notifications.expires_at timestamp(3) with time zone not null
notifications.params jsonb not null default '{}'::jsonb
one_time_tokens.token_hash text not null
one_time_tokens.user_id uuid not null
one_time_tokens.purpose text not null
one_time_tokens.email text not null
one_time_tokens.created_at timestamp(3) with time zone not null default now()
one_time_tokens.expires_at timestamp(3) with time zone not null
one_time_tokens.used_at timestamp(3) with time zone
operator_emails.author_id uuid not null
operator_emails.emailed_at timestamp(3) with time zone
operator_emails.unsent_reports integer not null default 0
pending_sign_ups.id uuid not null
pending_sign_ups.email text not null
pending_sign_ups.first_name text not null
pending_sign_ups.last_name text not null
pending_sign_ups.password_hash text not null
pending_sign_ups.created_at timestamp(3) with time zone not null default now()
point_ledger.source text not null
point_ledger.source_id uuid not null
point_ledger.actor_id uuid not null
point_ledger.user_id uuid not null
point_ledger.space_id uuid not null
point_ledger.delta integer not null default 1
point_ledger.created_at timestamp(3) with time zone not null
point_ledger.voided_at timestamp(3) with time zone
point_ledger.window_days smallint not null
poll_options.id uuid not null
poll_options.post_id uuid not null
poll_options.space_id uuid not null
poll_options.position smallint not null
poll_options.text text not null
poll_options.vote_count integer not null default 0
poll_votes.post_id uuid not null
poll_votes.user_id uuid not null
poll_votes.option_id uuid not null
poll_votes.space_id uuid not null
poll_votes.created_at timestamp(3) with time zone not null
polls.post_id uuid not null
polls.space_id uuid not null
polls.question text not null
polls.multiple boolean not null default false
polls.closes_at timestamp(3) with time zone
polls.closed_at timestamp(3) with time zone
polls.voter_count integer not null default 0
polls.version integer not null default 1
post_attachments.post_id uuid not null
post_attachments.upload_id uuid not null
post_attachments.space_id uuid not null
post_attachments.position smallint not null
post_attachments.inline boolean not null default false
post_comment_versions.id uuid not null
post_comment_versions.comment_id uuid not null
post_comment_versions.space_id uuid not null
post_comment_versions.body text not null
post_comment_versions.upload_id uuid
post_comment_versions.written_at timestamp(3) with time zone not null
post_comments.id uuid not null
post_comments.space_id uuid not null
post_comments.post_id uuid not null
post_comments.user_id uuid not null
post_comments.client_id uuid not null
post_comments.thread_id uuid not null
post_comments.parent_id uuid
post_comments.reply_to_user_id uuid
post_comments.body text not null
post_comments.like_count integer not null default 0
post_comments.version integer not null default 1
post_comments.edited_at timestamp(3) with time zone
post_comments.deleted_at timestamp(3) with time zone
post_comments.created_at timestamp(3) with time zone not null
post_comments.removed_by uuid
post_comments.removal_reason text
post_comments.upload_id uuid
post_comments.removal_acknowledged_at timestamp(3) with time zone
post_fanouts.post_id uuid not null
post_fanouts.space_id uuid not null
post_fanouts.cursor_user_id uuid
post_fanouts.created_at timestamp(3) with time zone not null
post_likes.post_id uuid not null
post_likes.user_id uuid not null
post_likes.space_id uuid not null
post_likes.created_at timestamp(3) with time zone not null
post_ranks.post_id uuid not null
post_ranks.space_id uuid not null
post_ranks.category_id uuid
post_ranks.like_count integer not null
post_ranks.created_at timestamp(3) with time zone not null
post_ranks.day date not null
post_revision_attachments.post_id uuid not null
post_revision_attachments.revision integer not null
post_revision_attachments.position smallint not null
post_revision_attachments.upload_id uuid not null
post_revision_attachments.space_id uuid not null
post_revision_attachments.inline boolean not null
post_revisions.post_id uuid not null
post_revisions.revision integer not null
post_revisions.space_id uuid not null
post_revisions.title text not null
post_revisions.body text not null
post_revisions.written_at timestamp(3) with time zone not null
posts.id uuid not null
posts.space_id uuid not null
posts.user_id uuid not null
posts.category_id uuid
posts.client_id uuid not null
posts.slug text not null
posts.title text not null
posts.body text not null
posts.excerpt text not null
posts.post_type text not null default 'post'::text
posts.pinned_at timestamp(3) with time zone
posts.comments_closed boolean not null default false
posts.like_count integer not null default 0
posts.comment_count integer not null default 0
posts.version integer not null default 1
posts.last_activity_at timestamp(3) with time zone not null
posts.edited_at timestamp(3) with time zone
posts.deleted_at timestamp(3) with time zone
posts.created_at timestamp(3) with time zone not null
posts.updated_at timestamp(3) with time zone not null
posts.link_url text
posts.removed_by uuid
posts.removal_reason text
posts.revision integer not null default 1
posts.removal_acknowledged_at timestamp(3) with time zone
rate_limit_counters.key text not null
rate_limit_counters.window_start timestamp(3) with time zone not null
rate_limit_counters.hits integer not null
schema_migrations.name text not null
schema_migrations.applied_at timestamp(3) with time zone not null default now()
sessions.id uuid not null
sessions.user_id uuid not null
sessions.token_hash text not null
sessions.previous_token_hash text
sessions.previous_token_until timestamp(3) with time zone
sessions.expires_at timestamp(3) with time zone not null
sessions.user_agent text
sessions.created_at timestamp(3) with time zone not null default now()
sessions.updated_at timestamp(3) with time zone not null default now()
space_categories.id uuid not null
space_categories.space_id uuid not null
space_categories.name text not null
space_categories.icon text not null
space_categories.created_by uuid
space_categories.is_archived boolean not null default false
space_categories.created_at timestamp(3) with time zone not null default now()
space_daily_stats.space_id uuid not null
space_daily_stats.day date not null
space_daily_stats.visits integer not null default 0
space_daily_stats.joins integer not null default 0
space_join_requests.id uuid not null
space_join_requests.space_id uuid not null
space_join_requests.user_id uuid not null
space_join_requests.message text
space_join_requests.invited_by uuid
space_join_requests.created_at timestamp(3) with time zone not null
space_level_counts.space_id uuid not null
space_level_counts.level smallint not null
space_level_counts.member_count integer not null
space_level_log.id bigint not null identity
space_level_log.space_id uuid not null
space_level_log.level smallint not null
space_level_log.change smallint not null
space_level_names.space_id uuid not null
space_level_names.names text[] not null
space_level_names.updated_at timestamp(3) with time zone not null
space_members.id uuid not null
space_members.space_id uuid not null
space_members.user_id uuid not null
space_members.role text not null default 'member'::text
space_members.status text not null default 'active'::text
space_members.joined_at timestamp(3) with time zone not null default now()
space_members.is_online boolean not null default false
space_members.last_active_at timestamp(3) with time zone
space_members.banned_at timestamp(3) with time zone
space_members.banned_by uuid
space_members.invited_by uuid
space_members.search_text text not null default ''::text
space_notification_preferences.user_id uuid not null
space_notification_preferences.space_id uuid not null
space_notification_preferences.digest_email_frequency text not null default 'weekly'::text
space_notification_preferences.notifications_email_frequency text not null default 'hourly'::text
space_notification_preferences.new_posts boolean not null default false
space_notification_preferences.comments boolean not null default true
space_notification_preferences.likes boolean not null default true
space_notification_preferences.mentions boolean not null default true
space_notification_preferences.space_joins boolean not null default true
space_notification_preferences.admin_announcements boolean not null default true
space_notification_preferences.event_reminders boolean not null default true
space_notification_preferences.new_customers boolean not null default true
space_notification_preferences.push_enabled boolean not null default true
space_notification_preferences.email_enabled boolean not null default true
space_notification_preferences.quiet_hours_enabled boolean not null default false
space_notification_preferences.quiet_hours_start time without time zone
space_notification_preferences.quiet_hours_end time without time zone
space_notification_preferences.updated_at timestamp(3) with time zone not null default now()
space_search.space_id uuid not null
space_search.normalized text not null
space_search.ngrams integer[] not null
space_storage.space_id uuid not null
space_storage.bytes bigint not null
spaces.id uuid not null
spaces.name text not null
spaces.subdomain text not null
spaces.owner_id uuid not null
spaces.description text
spaces.short_description text
spaces.about_description text
spaces.icon_image text
spaces.cover_image text
spaces.primary_color text not null default '#26A69A'::text
spaces.is_private boolean not null default false
spaces.pricing_type text default 'free'::text
spaces.price_per_month numeric(10,2)
spaces.member_count integer not null default 0
spaces.course_count integer not null default 0
spaces.feature_classroom_enabled boolean not null default true
spaces.feature_calendar_enabled boolean not null default true
spaces.feature_map_enabled boolean not null default false
spaces.feature_7_day_trial_enabled boolean not null default false
spaces.rules_list jsonb
spaces.support_email text
spaces.intro_media_type text not null default 'none'::text
spaces.intro_media_url text
spaces.intro_media_thumbnail_url text
spaces.created_at timestamp(3) with time zone not null default now()
spaces.updated_at timestamp(3) with time zone not null default now()
spaces.active_member_count integer not null default 1
spaces.topic text
upload_reservations.id uuid not null
upload_reservations.user_id uuid not null
upload_reservations.space_id uuid
upload_reservations.bytes bigint not null
upload_reservations.expires_at timestamp(3) with time zone not null
uploads.id uuid not null
uploads.user_id uuid not null
uploads.space_id uuid
uploads.purpose text not null
uploads.file_name text not null
uploads.mime_type text not null
uploads.byte_size bigint not null
uploads.width integer
uploads.height integer
uploads.color text
uploads.variants jsonb not null default '[]'::jsonb
uploads.created_at timestamp(3) with time zone not null default now()
uploads.attached_at timestamp(3) with time zone
uploads.storage_key text
uploads.detached_at timestamp(3) with time zone
uploads.stored_bytes bigint not null
user_activity_log.id bigint not null identity
user_activity_log.user_id uuid not null
user_activity_log.points integer not null
user_activity_log.created_at timestamp(3) with time zone not null
user_activity_monthly.user_id uuid not null
user_activity_monthly.month date not null
user_activity_monthly.contributions integer not null
user_badges.user_id uuid not null
user_badges.badge_code text not null
user_badges.awarded_at timestamp(3) with time zone not null
user_space_progress.space_id uuid not null
user_space_progress.user_id uuid not null
user_space_progress.task_type text not null
user_space_progress.completed_at timestamp(3) with time zone
user_space_progress.setup_dismissed boolean not null default false
user_space_progress.setup_dismissed_at timestamp(3) with time zone
user_space_progress.updated_at timestamp(3) with time zone not null
user_storage.user_id uuid not null
user_storage.bytes bigint not null
users.id uuid not null
users.email text not null
users.email_verified boolean not null default false
users.full_name text not null
users.first_name text not null
users.last_name text not null
users.username text not null
users.profile_url text not null
users.avatar_url text
users.bio text
users.role text not null default 'member'::text
users.social_links jsonb not null default '{}'::jsonb
users.country text
users.location text
users.last_joined_space_id uuid
users.wallet_balance numeric(14,2) not null default 0
users.created_at timestamp(3) with time zone not null default now()
users.updated_at timestamp(3) with time zone not null default now()
users.locale text not null default 'en-US'::text

-- constraints
accounts accounts_pkey PRIMARY KEY (id)
accounts accounts_provider_id_account_id_key UNIQUE (provider_id, account_id)
accounts accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
audit_log audit_log_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL
audit_log audit_log_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES post_comments(id) ON DELETE CASCADE
audit_log audit_log_pkey PRIMARY KEY (id)
audit_log audit_log_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
audit_log audit_log_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
audit_log audit_log_target_user_id_fkey FOREIGN KEY (target_user_id) REFERENCES users(id) ON DELETE SET NULL
badges badges_pkey PRIMARY KEY (code)
calendar_subscriptions calendar_subscriptions_pkey PRIMARY KEY (user_id)
calendar_subscriptions calendar_subscriptions_token_hash_key UNIQUE (token_hash)
calendar_subscriptions calendar_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
comment_likes comment_likes_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES post_comments(id) ON DELETE CASCADE
comment_likes comment_likes_pkey PRIMARY KEY (comment_id, user_id)
comment_likes comment_likes_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
comment_likes comment_likes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
demo_state demo_state_pkey PRIMARY KEY (singleton)
demo_state demo_state_singleton_check CHECK (singleton)
draft_uploads draft_uploads_pkey PRIMARY KEY (user_id, space_id, upload_id)
draft_uploads draft_uploads_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE CASCADE
draft_uploads draft_uploads_user_id_space_id_fkey FOREIGN KEY (user_id, space_id) REFERENCES drafts(user_id, space_id) ON DELETE CASCADE
drafts drafts_pkey PRIMARY KEY (user_id, space_id)
drafts drafts_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
drafts drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
email_unsubscribes email_unsubscribes_pkey PRIMARY KEY (user_id, space_id, type)
email_unsubscribes email_unsubscribes_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
email_unsubscribes email_unsubscribes_type_check CHECK ((type = ANY (ARRAY['post_like'::text, 'comment_reply'::text, 'mention'::text, 'space_join'::text, 'new_post'::text, 'new_customer'::text, 'admin_announcement'::text, 'event_reminder'::text, 'membership'::text, 'moderation'::text])))
email_unsubscribes email_unsubscribes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
event_notification_log event_notification_log_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE
event_notification_log event_notification_log_kind_check CHECK ((kind = ANY (ARRAY['day'::text, 'soon'::text, 'start'::text, 'changed'::text, 'cancelled'::text, 'seat'::text])))
event_notification_log event_notification_log_pkey PRIMARY KEY (event_id, user_id, kind, dedupe_key)
event_notification_log event_notification_log_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
event_rsvps event_rsvps_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE
event_rsvps event_rsvps_pkey PRIMARY KEY (event_id, user_id)
event_rsvps event_rsvps_rsvp_check CHECK ((rsvp = ANY (ARRAY['going'::text, 'waiting'::text, 'maybe'::text, 'no'::text])))
event_rsvps event_rsvps_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
event_rsvps event_rsvps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
event_series event_series_pkey PRIMARY KEY (id)
event_series event_series_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
event_series event_series_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
events events_capacity_check CHECK (((capacity >= 1) AND (capacity <= 10000)))
events events_check CHECK ((ends_at > starts_at))
events events_check1 CHECK (((capacity IS NULL) OR (going_count <= capacity)))
events events_check2 CHECK (((series_id IS NULL) = (original_local IS NULL)))
events events_cover_upload_id_fkey FOREIGN KEY (cover_upload_id) REFERENCES uploads(id) ON DELETE SET NULL
events events_host_ids_check CHECK ((cardinality(host_ids) <= 5))
events events_location_type_check CHECK ((location_type = ANY (ARRAY['link'::text, 'in_person'::text, 'none'::text])))
events events_pkey PRIMARY KEY (id)
events events_series_id_fkey FOREIGN KEY (series_id) REFERENCES event_series(id) ON DELETE CASCADE
events events_series_id_original_local_key UNIQUE (series_id, original_local) DEFERRABLE INITIALLY DEFERRED
events events_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
events events_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'cancelled'::text])))
events events_user_id_client_id_key UNIQUE (user_id, client_id)
events events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
link_previews link_previews_image_id_fkey FOREIGN KEY (image_id) REFERENCES uploads(id) ON DELETE SET NULL
link_previews link_previews_pkey PRIMARY KEY (url)
link_previews link_previews_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'ready'::text, 'none'::text])))
live_events live_events_pkey PRIMARY KEY (id)
live_state live_state_pkey PRIMARY KEY (singleton)
live_state live_state_singleton_check CHECK (singleton)
local_mailbox local_mailbox_pkey PRIMARY KEY (id)
member_locations member_locations_country_code_check CHECK ((country_code ~ '^[A-Z]{2}$'::text))
member_locations member_locations_latitude_check CHECK (((latitude >= ('-90'::integer)::numeric) AND (latitude <= (90)::numeric)))
member_locations member_locations_longitude_check CHECK (((longitude >= ('-180'::integer)::numeric) AND (longitude <= (180)::numeric)))
member_locations member_locations_pkey PRIMARY KEY (space_id, user_id)
member_locations member_locations_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
member_locations member_locations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
member_points member_points_pkey PRIMARY KEY (space_id, user_id)
member_points member_points_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
member_points member_points_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
member_search member_search_member_id_fkey FOREIGN KEY (member_id) REFERENCES space_members(id) ON DELETE CASCADE
member_search member_search_pkey PRIMARY KEY (member_id)
mentions mentions_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES post_comments(id) ON DELETE CASCADE
mentions mentions_mentioned_by_fkey FOREIGN KEY (mentioned_by) REFERENCES users(id) ON DELETE CASCADE
mentions mentions_pkey PRIMARY KEY (id)
mentions mentions_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
mentions mentions_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
mentions mentions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
moderation_cases moderation_cases_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE
moderation_cases moderation_cases_check CHECK (((resolved_at IS NULL) = (outcome IS NULL)))
moderation_cases moderation_cases_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES post_comments(id) ON DELETE CASCADE
moderation_cases moderation_cases_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text, 'member'::text])))
moderation_cases moderation_cases_outcome_check CHECK ((outcome = ANY (ARRAY['dismissed'::text, 'removed'::text, 'banned'::text])))
moderation_cases moderation_cases_pkey PRIMARY KEY (id)
moderation_cases moderation_cases_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
moderation_cases moderation_cases_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES users(id) ON DELETE SET NULL
moderation_cases moderation_cases_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
moderation_counts moderation_counts_pkey PRIMARY KEY (space_id)
moderation_counts moderation_counts_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
moderation_reports moderation_reports_case_id_fkey FOREIGN KEY (case_id) REFERENCES moderation_cases(id) ON DELETE CASCADE
moderation_reports moderation_reports_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text, 'member'::text])))
moderation_reports moderation_reports_pkey PRIMARY KEY (id)
moderation_reports moderation_reports_reason_check CHECK ((reason = ANY (ARRAY['rule'::text, 'spam'::text, 'harassment'::text, 'other'::text])))
moderation_reports moderation_reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE CASCADE
moderation_reports moderation_reports_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
moderation_reports moderation_reports_space_id_kind_target_id_reporter_id_key UNIQUE (space_id, kind, target_id, reporter_id)
notification_actors notification_actors_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE
notification_actors notification_actors_pkey PRIMARY KEY (notification_id, user_id)
notification_actors notification_actors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
notification_counts notification_counts_pkey PRIMARY KEY (user_id)
notification_counts notification_counts_unread_count_check CHECK ((unread_count >= 0))
notification_counts notification_counts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
notification_preferences notification_preferences_pkey PRIMARY KEY (user_id)
notification_preferences notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
notifications notifications_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL
notifications notifications_actor_relationship_check CHECK ((actor_relationship = ANY (ARRAY['admin'::text, 'following'::text, 'member'::text])))
notifications notifications_last_actor_id_fkey FOREIGN KEY (last_actor_id) REFERENCES users(id) ON DELETE SET NULL
notifications notifications_pkey PRIMARY KEY (id)
notifications notifications_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
notifications notifications_target_type_check CHECK ((target_type = ANY (ARRAY['post'::text, 'comment'::text, 'event'::text, 'space'::text])))
notifications notifications_type_check CHECK ((type = ANY (ARRAY['post_like'::text, 'comment_reply'::text, 'mention'::text, 'space_join'::text, 'new_post'::text, 'new_customer'::text, 'admin_announcement'::text, 'event_reminder'::text, 'membership'::text, 'moderation'::text])))
notifications notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
one_time_tokens one_time_tokens_pkey PRIMARY KEY (token_hash)
one_time_tokens one_time_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['reset-password'::text, 'confirm-email'::text])))
one_time_tokens one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
operator_emails operator_emails_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE
operator_emails operator_emails_pkey PRIMARY KEY (author_id)
pending_sign_ups pending_sign_ups_pkey PRIMARY KEY (id)
point_ledger point_ledger_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id)
point_ledger point_ledger_pkey PRIMARY KEY (source_id, actor_id, source)
point_ledger point_ledger_source_check CHECK ((source = ANY (ARRAY['post_like'::text, 'comment_like'::text])))
point_ledger point_ledger_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
point_ledger point_ledger_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
point_ledger point_ledger_window_days_check CHECK ((window_days = ANY (ARRAY[7, 30, 0])))
poll_options poll_options_pkey PRIMARY KEY (id)
poll_options poll_options_post_id_fkey FOREIGN KEY (post_id) REFERENCES polls(post_id) ON DELETE CASCADE
poll_options poll_options_post_id_id_key UNIQUE (post_id, id)
poll_options poll_options_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
poll_votes poll_votes_pkey PRIMARY KEY (post_id, user_id, option_id)
poll_votes poll_votes_post_id_option_id_fkey FOREIGN KEY (post_id, option_id) REFERENCES poll_options(post_id, id) ON DELETE CASCADE
poll_votes poll_votes_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
poll_votes poll_votes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
polls polls_pkey PRIMARY KEY (post_id)
polls polls_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
polls polls_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
post_attachments post_attachments_pkey PRIMARY KEY (post_id, "position")
post_attachments post_attachments_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
post_attachments post_attachments_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
post_attachments post_attachments_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE CASCADE
post_comment_versions post_comment_versions_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES post_comments(id) ON DELETE CASCADE
post_comment_versions post_comment_versions_pkey PRIMARY KEY (id)
post_comment_versions post_comment_versions_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
post_comment_versions post_comment_versions_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE SET NULL
post_comments post_comments_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES post_comments(id)
post_comments post_comments_pkey PRIMARY KEY (id)
post_comments post_comments_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
post_comments post_comments_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES users(id) ON DELETE SET NULL
post_comments post_comments_reply_to_user_id_fkey FOREIGN KEY (reply_to_user_id) REFERENCES users(id)
post_comments post_comments_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
post_comments post_comments_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE SET NULL
post_comments post_comments_upload_id_key UNIQUE (upload_id)
post_comments post_comments_user_id_client_id_key UNIQUE (user_id, client_id)
post_comments post_comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
post_fanouts post_fanouts_pkey PRIMARY KEY (post_id)
post_fanouts post_fanouts_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
post_fanouts post_fanouts_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
post_likes post_likes_pkey PRIMARY KEY (post_id, user_id)
post_likes post_likes_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
post_likes post_likes_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
post_likes post_likes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
post_ranks post_ranks_pkey PRIMARY KEY (post_id)
post_ranks post_ranks_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
post_revision_attachments post_revision_attachments_pkey PRIMARY KEY (post_id, revision, "position")
post_revision_attachments post_revision_attachments_post_id_revision_fkey FOREIGN KEY (post_id, revision) REFERENCES post_revisions(post_id, revision) ON DELETE CASCADE
post_revision_attachments post_revision_attachments_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
post_revision_attachments post_revision_attachments_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE CASCADE
post_revisions post_revisions_pkey PRIMARY KEY (post_id, revision)
post_revisions post_revisions_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
post_revisions post_revisions_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
posts posts_category_id_fkey FOREIGN KEY (category_id) REFERENCES space_categories(id)
posts posts_pkey PRIMARY KEY (id)
posts posts_post_type_check CHECK ((post_type = ANY (ARRAY['post'::text, 'announcement'::text, 'poll'::text, 'course_page'::text])))
posts posts_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES users(id) ON DELETE SET NULL
posts posts_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
posts posts_space_id_slug_key UNIQUE (space_id, slug)
posts posts_user_id_client_id_key UNIQUE (user_id, client_id)
posts posts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
rate_limit_counters rate_limit_counters_pkey PRIMARY KEY (key, window_start)
schema_migrations schema_migrations_pkey PRIMARY KEY (name)
sessions sessions_pkey PRIMARY KEY (id)
sessions sessions_token_hash_key UNIQUE (token_hash)
sessions sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
space_categories space_categories_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
space_categories space_categories_pkey PRIMARY KEY (id)
space_categories space_categories_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
space_daily_stats space_daily_stats_pkey PRIMARY KEY (space_id, day)
space_daily_stats space_daily_stats_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
space_join_requests space_join_requests_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL
space_join_requests space_join_requests_pkey PRIMARY KEY (id)
space_join_requests space_join_requests_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
space_join_requests space_join_requests_space_id_user_id_key UNIQUE (space_id, user_id)
space_join_requests space_join_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
space_level_counts space_level_counts_pkey PRIMARY KEY (space_id, level)
space_level_counts space_level_counts_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
space_level_log space_level_log_pkey PRIMARY KEY (id)
space_level_log space_level_log_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
space_level_names space_level_names_names_check CHECK ((cardinality(names) = 9))
space_level_names space_level_names_pkey PRIMARY KEY (space_id)
space_level_names space_level_names_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
space_members space_members_banned_by_fkey FOREIGN KEY (banned_by) REFERENCES users(id) ON DELETE SET NULL
space_members space_members_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL
space_members space_members_pkey PRIMARY KEY (id)
space_members space_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])))
space_members space_members_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
space_members space_members_space_id_user_id_key UNIQUE (space_id, user_id)
space_members space_members_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
space_members space_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
space_notification_preferences space_notification_preferenc_notifications_email_frequenc_check CHECK ((notifications_email_frequency = ANY (ARRAY['immediate'::text, 'hourly'::text, 'daily'::text, 'never'::text])))
space_notification_preferences space_notification_preferences_digest_email_frequency_check CHECK ((digest_email_frequency = ANY (ARRAY['weekly'::text, 'daily'::text, 'monthly'::text, 'never'::text])))
space_notification_preferences space_notification_preferences_pkey PRIMARY KEY (user_id, space_id)
space_notification_preferences space_notification_preferences_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
space_notification_preferences space_notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
space_search space_search_pkey PRIMARY KEY (space_id)
space_search space_search_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
space_storage space_storage_pkey PRIMARY KEY (space_id)
space_storage space_storage_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
spaces spaces_intro_media_type_check CHECK ((intro_media_type = ANY (ARRAY['none'::text, 'image'::text, 'video'::text])))
spaces spaces_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id)
spaces spaces_pkey PRIMARY KEY (id)
spaces spaces_pricing_type_check CHECK ((pricing_type = ANY (ARRAY['free'::text, 'paid'::text])))
spaces spaces_primary_color_check CHECK ((primary_color ~ '^#[0-9a-fA-F]{6}$'::text))
spaces spaces_subdomain_check CHECK ((subdomain ~ '^[a-z0-9-]{3,63}$'::text))
spaces spaces_subdomain_key UNIQUE (subdomain)
spaces spaces_topic_check CHECK ((topic ~ '^[a-z]{2,20}$'::text))
upload_reservations upload_reservations_pkey PRIMARY KEY (id)
upload_reservations upload_reservations_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
upload_reservations upload_reservations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
uploads uploads_pkey PRIMARY KEY (id)
uploads uploads_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
uploads uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
user_activity_log user_activity_log_pkey PRIMARY KEY (id)
user_activity_log user_activity_log_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
user_activity_monthly user_activity_monthly_pkey PRIMARY KEY (user_id, month)
user_activity_monthly user_activity_monthly_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
user_badges user_badges_badge_code_fkey FOREIGN KEY (badge_code) REFERENCES badges(code)
user_badges user_badges_pkey PRIMARY KEY (user_id, badge_code)
user_badges user_badges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
user_space_progress user_space_progress_pkey PRIMARY KEY (space_id, user_id, task_type)
user_space_progress user_space_progress_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
user_space_progress user_space_progress_task_type_check CHECK ((task_type = ANY (ARRAY['invite'::text, 'description'::text, 'cover'::text, 'post'::text])))
user_space_progress user_space_progress_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
user_storage user_storage_pkey PRIMARY KEY (user_id)
user_storage user_storage_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
users users_locale_check CHECK ((locale ~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$'::text))
users users_pkey PRIMARY KEY (id)
users users_profile_url_key UNIQUE (profile_url)
users users_role_check CHECK ((role = ANY (ARRAY['member'::text, 'creator'::text, 'admin'::text])))
users users_username_key UNIQUE (username)

-- indexes
CREATE UNIQUE INDEX accounts_pkey ON public.accounts USING btree (id)
CREATE UNIQUE INDEX accounts_provider_id_account_id_key ON public.accounts USING btree (provider_id, account_id)
CREATE INDEX accounts_user_id_idx ON public.accounts USING btree (user_id)
CREATE INDEX audit_log_page_idx ON public.audit_log USING btree (space_id, created_at DESC, id DESC)
CREATE UNIQUE INDEX audit_log_pkey ON public.audit_log USING btree (id)
CREATE UNIQUE INDEX badges_pkey ON public.badges USING btree (code)
CREATE UNIQUE INDEX calendar_subscriptions_pkey ON public.calendar_subscriptions USING btree (user_id)
CREATE UNIQUE INDEX calendar_subscriptions_token_hash_key ON public.calendar_subscriptions USING btree (token_hash)
CREATE INDEX comment_likes_page_idx ON public.comment_likes USING btree (comment_id, created_at DESC, user_id DESC)
CREATE UNIQUE INDEX comment_likes_pkey ON public.comment_likes USING btree (comment_id, user_id)
CREATE INDEX comment_likes_user_id_idx ON public.comment_likes USING btree (user_id)
CREATE UNIQUE INDEX demo_state_pkey ON public.demo_state USING btree (singleton)
CREATE UNIQUE INDEX draft_uploads_pkey ON public.draft_uploads USING btree (user_id, space_id, upload_id)
CREATE INDEX draft_uploads_space_id_idx ON public.draft_uploads USING btree (space_id)
CREATE INDEX draft_uploads_upload_id_idx ON public.draft_uploads USING btree (upload_id)
CREATE UNIQUE INDEX drafts_pkey ON public.drafts USING btree (user_id, space_id)
CREATE INDEX drafts_space_id_idx ON public.drafts USING btree (space_id)
CREATE UNIQUE INDEX email_unsubscribes_pkey ON public.email_unsubscribes USING btree (user_id, space_id, type)
CREATE INDEX email_unsubscribes_space_idx ON public.email_unsubscribes USING btree (space_id)
CREATE UNIQUE INDEX event_notification_log_pkey ON public.event_notification_log USING btree (event_id, user_id, kind, dedupe_key)
CREATE INDEX event_notification_log_user_id_idx ON public.event_notification_log USING btree (user_id)
CREATE INDEX event_rsvps_order_idx ON public.event_rsvps USING btree (event_id, rsvp, queue_position, user_id)
CREATE UNIQUE INDEX event_rsvps_pkey ON public.event_rsvps USING btree (event_id, user_id)
CREATE INDEX event_rsvps_user_idx ON public.event_rsvps USING btree (user_id, space_id)
CREATE UNIQUE INDEX event_series_pkey ON public.event_series USING btree (id)
CREATE INDEX event_series_space_id_idx ON public.event_series USING btree (space_id)
CREATE INDEX events_cover_idx ON public.events USING btree (cover_upload_id) WHERE (cover_upload_id IS NOT NULL)
CREATE INDEX events_page_idx ON public.events USING btree (space_id, starts_at, id) WHERE (deleted_at IS NULL)
CREATE UNIQUE INDEX events_pkey ON public.events USING btree (id)
CREATE UNIQUE INDEX events_series_id_original_local_key ON public.events USING btree (series_id, original_local)
CREATE INDEX events_starts_at_idx ON public.events USING btree (starts_at) WHERE ((deleted_at IS NULL) AND (status = 'scheduled'::text))
CREATE UNIQUE INDEX events_user_id_client_id_key ON public.events USING btree (user_id, client_id)
CREATE UNIQUE INDEX link_previews_pkey ON public.link_previews USING btree (url)
CREATE INDEX link_previews_waiting_idx ON public.link_previews USING btree (created_at) WHERE (status = 'waiting'::text)
CREATE INDEX live_events_channel_idx ON public.live_events USING btree (channel, seq) WHERE (seq IS NOT NULL)
CREATE UNIQUE INDEX live_events_pkey ON public.live_events USING btree (id)
CREATE UNIQUE INDEX live_events_seq_key ON public.live_events USING btree (seq) WHERE (seq IS NOT NULL)
CREATE INDEX live_events_unsequenced_idx ON public.live_events USING btree (id) WHERE (seq IS NULL)
CREATE UNIQUE INDEX live_state_pkey ON public.live_state USING btree (singleton)
CREATE INDEX local_mailbox_created_at_idx ON public.local_mailbox USING btree (created_at DESC)
CREATE UNIQUE INDEX local_mailbox_pkey ON public.local_mailbox USING btree (id)
CREATE INDEX member_locations_city_idx ON public.member_locations USING btree (space_id, city_id, shared_at DESC, user_id DESC)
CREATE INDEX member_locations_page_idx ON public.member_locations USING btree (space_id, shared_at DESC, user_id DESC)
CREATE UNIQUE INDEX member_locations_pkey ON public.member_locations USING btree (space_id, user_id)
CREATE INDEX member_locations_user_id_idx ON public.member_locations USING btree (user_id)
CREATE INDEX member_points_former_idx ON public.member_points USING btree (space_id, joined_at DESC, user_id DESC) WHERE (NOT is_member)
CREATE INDEX member_points_level_idx ON public.member_points USING btree (space_id, level, joined_at DESC, user_id DESC) WHERE is_member
CREATE INDEX member_points_most_idx ON public.member_points USING btree (space_id, points DESC, user_id DESC) WHERE is_member
CREATE UNIQUE INDEX member_points_pkey ON public.member_points USING btree (space_id, user_id)
CREATE INDEX member_points_rank_30_idx ON public.member_points USING btree (space_id, ((- points_30)), reached_at, user_id) INCLUDE (points_30) WHERE (is_ranked AND (points_30 > 0))
CREATE INDEX member_points_rank_7_idx ON public.member_points USING btree (space_id, ((- points_7)), reached_at, user_id) INCLUDE (points_7) WHERE (is_ranked AND (points_7 > 0))
CREATE INDEX member_points_rank_idx ON public.member_points USING btree (space_id, ((- points)), reached_at, user_id) INCLUDE (points) WHERE (is_ranked AND (points > 0))
CREATE INDEX member_points_user_id_idx ON public.member_points USING btree (user_id)
CREATE UNIQUE INDEX member_search_pkey ON public.member_search USING btree (member_id)
CREATE INDEX member_text_ngrams_idx ON public.member_search USING gin (ngrams) WITH (fastupdate=off)
CREATE UNIQUE INDEX mentions_comment_key ON public.mentions USING btree (comment_id, user_id) WHERE (comment_id IS NOT NULL)
CREATE UNIQUE INDEX mentions_pkey ON public.mentions USING btree (id)
CREATE UNIQUE INDEX mentions_post_key ON public.mentions USING btree (post_id, user_id) WHERE (comment_id IS NULL)
CREATE INDEX mentions_space_id_idx ON public.mentions USING btree (space_id)
CREATE INDEX mentions_user_id_idx ON public.mentions USING btree (user_id, created_at DESC)
CREATE INDEX moderation_cases_author_idx ON public.moderation_cases USING btree (space_id, author_id)
CREATE INDEX moderation_cases_open_idx ON public.moderation_cases USING btree (space_id, created_at DESC, id DESC) WHERE (resolved_at IS NULL)
CREATE UNIQUE INDEX moderation_cases_open_key ON public.moderation_cases USING btree (space_id, kind, target_id) WHERE (resolved_at IS NULL)
CREATE UNIQUE INDEX moderation_cases_pkey ON public.moderation_cases USING btree (id)
CREATE INDEX moderation_cases_resolved_idx ON public.moderation_cases USING btree (space_id, resolved_at DESC, id DESC) WHERE (resolved_at IS NOT NULL)
CREATE UNIQUE INDEX moderation_counts_pkey ON public.moderation_counts USING btree (space_id)
CREATE INDEX moderation_reports_case_idx ON public.moderation_reports USING btree (case_id, created_at DESC)
CREATE UNIQUE INDEX moderation_reports_pkey ON public.moderation_reports USING btree (id)
CREATE UNIQUE INDEX moderation_reports_space_id_kind_target_id_reporter_id_key ON public.moderation_reports USING btree (space_id, kind, target_id, reporter_id)
CREATE INDEX notification_actors_latest_idx ON public.notification_actors USING btree (notification_id, occurred_at DESC)
CREATE UNIQUE INDEX notification_actors_pkey ON public.notification_actors USING btree (notification_id, user_id)
CREATE INDEX notification_actors_user_id_idx ON public.notification_actors USING btree (user_id)
CREATE UNIQUE INDEX notification_counts_pkey ON public.notification_counts USING btree (user_id)
CREATE UNIQUE INDEX notification_preferences_pkey ON public.notification_preferences USING btree (user_id)
CREATE UNIQUE INDEX notifications_batch_key ON public.notifications USING btree (user_id, batch_key) WHERE (batch_key IS NOT NULL)
CREATE INDEX notifications_expires_idx ON public.notifications USING btree (expires_at)
CREATE INDEX notifications_page_idx ON public.notifications USING btree (user_id, batch_updated_at DESC, id DESC)
CREATE UNIQUE INDEX notifications_pkey ON public.notifications USING btree (id)
CREATE INDEX notifications_post_idx ON public.notifications USING btree (post_id) WHERE (post_id IS NOT NULL)
CREATE INDEX notifications_space_idx ON public.notifications USING btree (space_id)
CREATE INDEX notifications_space_page_idx ON public.notifications USING btree (user_id, space_id, batch_updated_at DESC, id DESC)
CREATE INDEX notifications_target_idx ON public.notifications USING btree (target_id)
CREATE INDEX notifications_unread_idx ON public.notifications USING btree (user_id) WHERE (NOT read)
CREATE INDEX one_time_tokens_expires_at_idx ON public.one_time_tokens USING btree (expires_at)
CREATE UNIQUE INDEX one_time_tokens_pkey ON public.one_time_tokens USING btree (token_hash)
CREATE INDEX one_time_tokens_user_id_idx ON public.one_time_tokens USING btree (user_id, purpose)
CREATE UNIQUE INDEX operator_emails_pkey ON public.operator_emails USING btree (author_id)
CREATE UNIQUE INDEX pending_sign_ups_pkey ON public.pending_sign_ups USING btree (id)
CREATE INDEX point_ledger_month_idx ON public.point_ledger USING btree (created_at) WHERE ((voided_at IS NULL) AND (window_days = 30))
CREATE INDEX point_ledger_pair_idx ON public.point_ledger USING btree (space_id, actor_id, user_id, created_at) WHERE (voided_at IS NULL)
CREATE UNIQUE INDEX point_ledger_pkey ON public.point_ledger USING btree (source_id, actor_id, source)
CREATE INDEX point_ledger_receiver_idx ON public.point_ledger USING btree (space_id, user_id, created_at DESC) WHERE (voided_at IS NULL)
CREATE INDEX point_ledger_week_idx ON public.point_ledger USING btree (created_at) WHERE ((voided_at IS NULL) AND (window_days = 7))
CREATE UNIQUE INDEX poll_options_pkey ON public.poll_options USING btree (id)
CREATE UNIQUE INDEX poll_options_post_id_id_key ON public.poll_options USING btree (post_id, id)
CREATE INDEX poll_options_post_id_idx ON public.poll_options USING btree (post_id, "position")
CREATE INDEX poll_options_space_id_idx ON public.poll_options USING btree (space_id)
CREATE INDEX poll_votes_option_idx ON public.poll_votes USING btree (post_id, option_id)
CREATE UNIQUE INDEX poll_votes_pkey ON public.poll_votes USING btree (post_id, user_id, option_id)
CREATE INDEX poll_votes_space_id_idx ON public.poll_votes USING btree (space_id)
CREATE INDEX poll_votes_user_id_idx ON public.poll_votes USING btree (user_id)
CREATE UNIQUE INDEX polls_pkey ON public.polls USING btree (post_id)
CREATE INDEX polls_space_id_idx ON public.polls USING btree (space_id)
CREATE UNIQUE INDEX post_attachments_pkey ON public.post_attachments USING btree (post_id, "position")
CREATE UNIQUE INDEX post_attachments_upload_id_key ON public.post_attachments USING btree (upload_id)
CREATE INDEX post_comment_versions_comment_idx ON public.post_comment_versions USING btree (comment_id, id DESC)
CREATE UNIQUE INDEX post_comment_versions_pkey ON public.post_comment_versions USING btree (id)
CREATE INDEX post_comment_versions_upload_idx ON public.post_comment_versions USING btree (upload_id) WHERE (upload_id IS NOT NULL)
CREATE INDEX post_comments_author_idx ON public.post_comments USING btree (user_id, space_id, created_at DESC)
CREATE INDEX post_comments_deleted_upload_idx ON public.post_comments USING btree (deleted_at) WHERE ((deleted_at IS NOT NULL) AND (upload_id IS NOT NULL))
CREATE UNIQUE INDEX post_comments_pkey ON public.post_comments USING btree (id)
CREATE INDEX post_comments_thread_idx ON public.post_comments USING btree (post_id, thread_id, id)
CREATE INDEX post_comments_tops_idx ON public.post_comments USING btree (post_id, id) WHERE (parent_id IS NULL)
CREATE INDEX post_comments_unseen_removals_idx ON public.post_comments USING btree (user_id, space_id) WHERE ((removed_by IS NOT NULL) AND (removal_acknowledged_at IS NULL))
CREATE UNIQUE INDEX post_comments_upload_id_key ON public.post_comments USING btree (upload_id)
CREATE UNIQUE INDEX post_comments_user_id_client_id_key ON public.post_comments USING btree (user_id, client_id)
CREATE INDEX post_fanouts_created_at_idx ON public.post_fanouts USING btree (created_at, post_id)
CREATE UNIQUE INDEX post_fanouts_pkey ON public.post_fanouts USING btree (post_id)
CREATE INDEX post_fanouts_space_id_idx ON public.post_fanouts USING btree (space_id)
CREATE INDEX post_likes_page_idx ON public.post_likes USING btree (post_id, created_at DESC, user_id DESC)
CREATE UNIQUE INDEX post_likes_pkey ON public.post_likes USING btree (post_id, user_id)
CREATE INDEX post_likes_user_id_idx ON public.post_likes USING btree (user_id)
CREATE INDEX post_ranks_all_idx ON public.post_ranks USING btree (space_id, like_count DESC, post_id DESC)
CREATE INDEX post_ranks_category_all_idx ON public.post_ranks USING btree (space_id, category_id, like_count DESC, post_id DESC)
CREATE INDEX post_ranks_category_day_idx ON public.post_ranks USING btree (space_id, category_id, day, like_count DESC, post_id DESC)
CREATE INDEX post_ranks_day_idx ON public.post_ranks USING btree (space_id, day, like_count DESC, post_id DESC)
CREATE UNIQUE INDEX post_ranks_pkey ON public.post_ranks USING btree (post_id)
CREATE UNIQUE INDEX post_revision_attachments_pkey ON public.post_revision_attachments USING btree (post_id, revision, "position")
CREATE INDEX post_revision_attachments_space_id_idx ON public.post_revision_attachments USING btree (space_id)
CREATE INDEX post_revision_attachments_upload_id_idx ON public.post_revision_attachments USING btree (upload_id)
CREATE UNIQUE INDEX post_revisions_pkey ON public.post_revisions USING btree (post_id, revision)
CREATE INDEX post_revisions_space_id_idx ON public.post_revisions USING btree (space_id)
CREATE INDEX posts_activity_idx ON public.posts USING btree (space_id, last_activity_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND (pinned_at IS NULL) AND (post_type <> 'course_page'::text))
CREATE INDEX posts_author_idx ON public.posts USING btree (user_id, space_id, created_at DESC)
CREATE INDEX posts_category_activity_idx ON public.posts USING btree (space_id, category_id, last_activity_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND (pinned_at IS NULL) AND (post_type <> 'course_page'::text))
CREATE INDEX posts_category_id_idx ON public.posts USING btree (category_id) WHERE (category_id IS NOT NULL)
CREATE INDEX posts_category_new_idx ON public.posts USING btree (space_id, category_id, created_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND (pinned_at IS NULL) AND (post_type <> 'course_page'::text))
CREATE INDEX posts_deleted_idx ON public.posts USING btree (deleted_at) WHERE (deleted_at IS NOT NULL)
CREATE INDEX posts_link_url_idx ON public.posts USING btree (link_url) WHERE (link_url IS NOT NULL)
CREATE INDEX posts_new_idx ON public.posts USING btree (space_id, created_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND (pinned_at IS NULL) AND (post_type <> 'course_page'::text))
CREATE INDEX posts_pinned_idx ON public.posts USING btree (space_id, pinned_at DESC) WHERE ((deleted_at IS NULL) AND (pinned_at IS NOT NULL))
CREATE UNIQUE INDEX posts_pkey ON public.posts USING btree (id)
CREATE UNIQUE INDEX posts_space_id_slug_key ON public.posts USING btree (space_id, slug)
CREATE INDEX posts_unseen_removals_idx ON public.posts USING btree (user_id, space_id) WHERE ((removed_by IS NOT NULL) AND (removal_acknowledged_at IS NULL))
CREATE UNIQUE INDEX posts_user_id_client_id_key ON public.posts USING btree (user_id, client_id)
CREATE UNIQUE INDEX rate_limit_counters_pkey ON public.rate_limit_counters USING btree (key, window_start)
CREATE UNIQUE INDEX schema_migrations_pkey ON public.schema_migrations USING btree (name)
CREATE INDEX sessions_expires_at_idx ON public.sessions USING btree (expires_at)
CREATE UNIQUE INDEX sessions_pkey ON public.sessions USING btree (id)
CREATE UNIQUE INDEX sessions_previous_token_hash_key ON public.sessions USING btree (previous_token_hash) WHERE (previous_token_hash IS NOT NULL)
CREATE UNIQUE INDEX sessions_token_hash_key ON public.sessions USING btree (token_hash)
CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id)
CREATE UNIQUE INDEX space_categories_pkey ON public.space_categories USING btree (id)
CREATE INDEX space_categories_space_id_idx ON public.space_categories USING btree (space_id, created_at)
CREATE UNIQUE INDEX space_daily_stats_pkey ON public.space_daily_stats USING btree (space_id, day)
CREATE INDEX space_join_requests_page_idx ON public.space_join_requests USING btree (space_id, created_at, id)
CREATE UNIQUE INDEX space_join_requests_pkey ON public.space_join_requests USING btree (id)
CREATE UNIQUE INDEX space_join_requests_space_id_user_id_key ON public.space_join_requests USING btree (space_id, user_id)
CREATE INDEX space_join_requests_user_id_idx ON public.space_join_requests USING btree (user_id)
CREATE UNIQUE INDEX space_level_counts_pkey ON public.space_level_counts USING btree (space_id, level)
CREATE UNIQUE INDEX space_level_log_pkey ON public.space_level_log USING btree (id)
CREATE INDEX space_level_log_space_id_idx ON public.space_level_log USING btree (space_id)
CREATE UNIQUE INDEX space_level_names_pkey ON public.space_level_names USING btree (space_id)
CREATE INDEX space_members_banned_idx ON public.space_members USING btree (space_id, banned_at DESC, id DESC) WHERE (banned_at IS NOT NULL)
CREATE INDEX space_members_online_idx ON public.space_members USING btree (space_id, is_online DESC, COALESCE(last_active_at, joined_at) DESC, id DESC) WHERE (status = 'active'::text)
CREATE INDEX space_members_page_idx ON public.space_members USING btree (space_id, joined_at DESC, id DESC) WHERE (status = 'active'::text)
CREATE UNIQUE INDEX space_members_pkey ON public.space_members USING btree (id)
CREATE UNIQUE INDEX space_members_space_id_user_id_key ON public.space_members USING btree (space_id, user_id)
CREATE INDEX space_members_staff_idx ON public.space_members USING btree (space_id, joined_at, id) WHERE ((role <> 'member'::text) AND (status = 'active'::text))
CREATE INDEX space_members_user_id_idx ON public.space_members USING btree (user_id, joined_at DESC)
CREATE UNIQUE INDEX space_notification_preferences_pkey ON public.space_notification_preferences USING btree (user_id, space_id)
CREATE INDEX space_notification_preferences_space_idx ON public.space_notification_preferences USING btree (space_id)
CREATE UNIQUE INDEX space_search_pkey ON public.space_search USING btree (space_id)
CREATE UNIQUE INDEX space_storage_pkey ON public.space_storage USING btree (space_id)
CREATE INDEX space_text_ngrams_idx ON public.space_search USING gin (ngrams) WITH (fastupdate=off)
CREATE INDEX spaces_discover_idx ON public.spaces USING btree (member_count DESC, id DESC) WHERE (NOT is_private)
CREATE INDEX spaces_new_idx ON public.spaces USING btree (created_at DESC, id DESC) WHERE (NOT is_private)
CREATE INDEX spaces_owner_id_idx ON public.spaces USING btree (owner_id)
CREATE INDEX spaces_paid_largest_idx ON public.spaces USING btree (member_count DESC, id DESC) WHERE ((NOT is_private) AND (pricing_type = 'paid'::text) AND (price_per_month > (0)::numeric))
CREATE INDEX spaces_paid_new_idx ON public.spaces USING btree (created_at DESC, id DESC) WHERE ((NOT is_private) AND (pricing_type = 'paid'::text) AND (price_per_month > (0)::numeric))
CREATE INDEX spaces_paid_recommended_idx ON public.spaces USING btree (active_member_count DESC, id DESC) WHERE ((NOT is_private) AND (pricing_type = 'paid'::text) AND (price_per_month > (0)::numeric))
CREATE UNIQUE INDEX spaces_pkey ON public.spaces USING btree (id)
CREATE INDEX spaces_recommended_idx ON public.spaces USING btree (active_member_count DESC, id DESC) WHERE (NOT is_private)
CREATE UNIQUE INDEX spaces_subdomain_key ON public.spaces USING btree (subdomain)
CREATE INDEX spaces_topic_largest_idx ON public.spaces USING btree (topic, member_count DESC, id DESC) WHERE ((NOT is_private) AND (topic IS NOT NULL))
CREATE INDEX spaces_topic_new_idx ON public.spaces USING btree (topic, created_at DESC, id DESC) WHERE ((NOT is_private) AND (topic IS NOT NULL))
CREATE INDEX spaces_topic_recommended_idx ON public.spaces USING btree (topic, active_member_count DESC, id DESC) WHERE ((NOT is_private) AND (topic IS NOT NULL))
CREATE UNIQUE INDEX upload_reservations_pkey ON public.upload_reservations USING btree (id)
CREATE INDEX upload_reservations_space_id_idx ON public.upload_reservations USING btree (space_id)
CREATE INDEX upload_reservations_user_id_idx ON public.upload_reservations USING btree (user_id)
CREATE INDEX uploads_detached_idx ON public.uploads USING btree (detached_at) WHERE (detached_at IS NOT NULL)
CREATE UNIQUE INDEX uploads_pkey ON public.uploads USING btree (id)
CREATE INDEX uploads_space_id_idx ON public.uploads USING btree (space_id)
CREATE INDEX uploads_unattached_idx ON public.uploads USING btree (created_at) WHERE (attached_at IS NULL)
CREATE UNIQUE INDEX user_activity_log_pkey ON public.user_activity_log USING btree (id)
CREATE INDEX user_activity_log_user_id_idx ON public.user_activity_log USING btree (user_id)
CREATE UNIQUE INDEX user_activity_monthly_pkey ON public.user_activity_monthly USING btree (user_id, month)
CREATE UNIQUE INDEX user_badges_pkey ON public.user_badges USING btree (user_id, badge_code)
CREATE UNIQUE INDEX user_space_progress_pkey ON public.user_space_progress USING btree (space_id, user_id, task_type)
CREATE INDEX user_space_progress_user_idx ON public.user_space_progress USING btree (user_id)
CREATE UNIQUE INDEX user_storage_pkey ON public.user_storage USING btree (user_id)
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email))
CREATE UNIQUE INDEX users_pkey ON public.users USING btree (id)
CREATE UNIQUE INDEX users_profile_url_key ON public.users USING btree (profile_url)
CREATE UNIQUE INDEX users_username_key ON public.users USING btree (username)

-- functions
CREATE OR REPLACE FUNCTION public.count_space_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  before_active int := 0;
  after_active int := 0;
begin
  if tg_op <> 'INSERT' and old.status = 'active' then before_active := 1; end if;
  if tg_op <> 'DELETE' and new.status = 'active' then after_active := 1; end if;
  if before_active <> after_active then
    update spaces set member_count = member_count + after_active - before_active
    where id = coalesce(new.space_id, old.space_id);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.count_storage()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  people uuid[]; people_bytes bigint[];
  of_spaces uuid[]; spaces_bytes bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(user_id), array_agg(bytes) into people, people_bytes from (
      select user_id, sum(stored_bytes) bytes from new_rows
      where counts_for_person(purpose, space_id, attached_at) group by user_id) p;
    select array_agg(space_id), array_agg(bytes) into of_spaces, spaces_bytes from (
      select space_id, sum(stored_bytes) bytes from new_rows where space_id is not null group by space_id) s;
    insert into user_storage (user_id, bytes) select id, 0 from unnest(people) id order by id on conflict do nothing;
    insert into space_storage (space_id, bytes) select id, 0 from unnest(of_spaces) id order by id on conflict do nothing;
  elsif tg_op = 'DELETE' then
    select array_agg(user_id), array_agg(bytes) into people, people_bytes from (
      select user_id, -sum(stored_bytes) bytes from old_rows
      where counts_for_person(purpose, space_id, attached_at) group by user_id) p;
    select array_agg(space_id), array_agg(bytes) into of_spaces, spaces_bytes from (
      select space_id, -sum(stored_bytes) bytes from old_rows where space_id is not null group by space_id) s;
  else
    select array_agg(user_id), array_agg(bytes) into people, people_bytes from (
      select user_id, sum(bytes) bytes from (
        select user_id, stored_bytes bytes from new_rows where counts_for_person(purpose, space_id, attached_at)
        union all
        select user_id, -stored_bytes from old_rows where counts_for_person(purpose, space_id, attached_at)) c
      group by user_id having sum(bytes) <> 0) p;
    select array_agg(space_id), array_agg(bytes) into of_spaces, spaces_bytes from (
      select space_id, sum(bytes) bytes from (
        select space_id, stored_bytes bytes from new_rows
        union all
        select space_id, -stored_bytes from old_rows) c
      where space_id is not null group by space_id having sum(bytes) <> 0) s;
  end if;
  if people is not null then
    perform from user_storage where user_id = any (people) order by user_id for update;
    update user_storage u set bytes = u.bytes + c.bytes
      from unnest(people, people_bytes) c (id, bytes) where u.user_id = c.id;
  end if;
  if of_spaces is not null then
    perform from space_storage where space_id = any (of_spaces) order by space_id for update;
    update space_storage s set bytes = s.bytes + c.bytes
      from unnest(of_spaces, spaces_bytes) c (id, bytes) where s.space_id = c.id;
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.count_unread_notifications()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was integer := 0;
  becomes integer := 0;
begin
  if tg_op <> 'INSERT' and not old.read then was := 1; end if;
  if tg_op <> 'DELETE' and not new.read then becomes := 1; end if;
  if was <> becomes then
    update notification_counts set unread_count = unread_count + becomes - was
    where user_id = coalesce(new.user_id, old.user_id);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.counts_for_person(purpose text, space_id uuid, attached_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$ select (attached_at is null or space_id is null) and purpose <> 'link_image' $function$

CREATE OR REPLACE FUNCTION public.delete_location_on_leave()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or new.status <> 'active' then
    delete from member_locations where space_id = old.space_id and user_id = old.user_id;
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.end_notifications_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and not (old.status = 'active' and new.status <> 'active') then return null; end if;
  -- If the user or the space is deleted, foreign keys delete the rows.
  if exists (select 1 from notifications where user_id = old.user_id and space_id = old.space_id)
    and exists (select 1 from users where id = old.user_id) then
    perform lock_notifications(old.user_id);
    delete from notifications where user_id = old.user_id and space_id = old.space_id;
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.fail_unknown_notification_type(p_type text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'unknown notification type %', p_type using errcode = 'invalid_parameter_value';
end $function$

CREATE OR REPLACE FUNCTION public.index_new_member()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform write_member_search(array[new.id]);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.index_renamed_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update space_members
  set search_text = normalize_search_text(new.full_name) || chr(10) || normalize_search_text(new.username)
  where user_id = new.id;
  perform write_member_search(array(select id from space_members where user_id = new.id));
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.index_space()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform write_space_search(array[new.id]);
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.level_of(points integer)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (case when points >= 33015 then 9 when points >= 8015 then 8 when points >= 2015 then 7 when points >= 515 then 6
    when points >= 155 then 5 when points >= 65 then 4 when points >= 20 then 3 when points >= 5 then 2 else 1 end)::smallint
$function$

CREATE OR REPLACE FUNCTION public.lock_notifications(p_user_id uuid)
 RETURNS bigint
 LANGUAGE sql
AS $function$
  insert into notification_counts (user_id, version) values (p_user_id, 1)
  on conflict (user_id) do update set version = notification_counts.version + 1
  returning version
$function$

CREATE OR REPLACE FUNCTION public.log_authored_content()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change int := (new.deleted_at is null)::int;
begin
  if tg_op = 'UPDATE' then change := change - (old.deleted_at is null)::int; end if;
  if change <> 0 then
    insert into user_activity_log (user_id, points, created_at)
    values (new.user_id, change * tg_argv[0]::int, new.created_at);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.log_level()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- If the space is being deleted, there is nothing to count.
  if tg_op <> 'INSERT' and old.is_member then
    insert into space_level_log (space_id, level, change)
    select id, old.level, -1 from spaces where id = old.space_id;
  end if;
  if tg_op <> 'DELETE' and new.is_member then
    insert into space_level_log (space_id, level, change) values (new.space_id, new.level, 1);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.log_point()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change int := case when new.voided_at is null then new.delta else 0 end;
begin
  if tg_op = 'UPDATE' and old.voided_at is null then change := change - old.delta; end if;
  if change <> 0 then
    insert into user_activity_log (user_id, points, created_at) values (new.user_id, change, new.created_at);
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.normalize_search_text(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    select replace(translate(
      lower(normalize(
        regexp_replace(normalize(given, nfkd), '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]', '', 'g'),
        nfkc)),
      'ςıøłđ', 'σiold'), 'ß', 'ss')
  $function$

CREATE OR REPLACE FUNCTION public.query_ngrams(scope text, normalized text)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    select coalesce(array_agg(distinct hashtext(scope || substr(normalized, start, least(3, char_length(normalized))))), '{}')
    from generate_series(1, greatest(1, char_length(normalized) - 2)) start
  $function$

CREATE OR REPLACE FUNCTION public.queue_link_preview()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  link text := substring(new.body from '<a [^>]*href="(https?://[^"]+)"');
begin
  -- Longer URLs don't fit into an index entry.
  new.link_url := case when length(link) <= 2000 then replace(link, '&amp;', '&') end;
  if new.link_url is not null then
    insert into link_previews (url) values (new.link_url)
    on conflict (url) do update set status = 'waiting', attempts = 0, claimed_until = null
      where link_previews.status <> 'waiting' and link_previews.fetched_at < now() - interval '7 days';
  end if;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.rank_post()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.deleted_at is null and new.pinned_at is null and new.post_type <> 'course_page' then
    insert into post_ranks (post_id, space_id, category_id, like_count, created_at)
    values (new.id, new.space_id, new.category_id, new.like_count, new.created_at)
    on conflict (post_id) do update set category_id = excluded.category_id, like_count = excluded.like_count;
  else
    delete from post_ranks where post_id = new.id;
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.record_notifications(p_space_id uuid, p_actor_id uuid, p_now timestamp with time zone, p_notifications jsonb)
 RETURNS TABLE(entry notifications, unread_count integer, actor_names text[])
 LANGUAGE plpgsql
AS $function$
declare
  written record;
begin
  for written in
    select t.notification_id, t.unread_count
    from upsert_batched_notifications(p_space_id, p_actor_id, p_now, p_notifications) t
  loop
    unread_count := written.unread_count;
    select n.* into entry from notifications n where n.id = written.notification_id;
    actor_names := array(select p.full_name from notification_actors a join users p on p.id = a.user_id
      where a.notification_id = written.notification_id order by a.occurred_at desc, a.user_id limit 3);
    return next;
  end loop;
end $function$

CREATE OR REPLACE FUNCTION public.sequence_live_events()
 RETURNS TABLE(seq bigint, channel text, type text, payload jsonb)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  base bigint;
  waiting bigint[];
begin
  -- With an order, so that only the index can return the first row right away.
  perform 1 from live_events where seq is null order by id limit 1;
  if not found then return; end if;
  select last_seq into base from live_state for update;
  -- Read again under the lock: another process may have numbered them in the meantime.
  waiting := array(select id from live_events where seq is null order by id limit 1000);
  if cardinality(waiting) = 0 then return; end if;
  return query
    with numbered_now as (
      update live_events e set seq = base + w.n from unnest(waiting) with ordinality w (id, n) where e.id = w.id
      returning e.seq, e.channel, e.type, e.payload
    ) select seq, channel, type, payload from numbered_now order by seq;
  update live_state set last_seq = base + cardinality(waiting);
  perform pg_notify('live_sequenced', (base + cardinality(waiting))::text);
end $function$

CREATE OR REPLACE FUNCTION public.set_member_search_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select normalize_search_text(full_name) || chr(10) || normalize_search_text(username) into new.search_text
  from users where id = new.user_id;
  return new;
end $function$

CREATE OR REPLACE FUNCTION public.stored_bytes_of(byte_size bigint, variants jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce((select sum((v ->> 'byte_size')::bigint) from jsonb_array_elements(variants) v), byte_size)::bigint
$function$

CREATE OR REPLACE FUNCTION public.sync_member_points()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    update member_points set is_member = false, is_ranked = false
    where space_id = old.space_id and user_id = old.user_id;
  else
    insert into member_points (space_id, user_id, is_member, is_ranked, joined_at)
    values (new.space_id, new.user_id, new.status = 'active', new.status = 'active' and new.role = 'member', new.joined_at)
    on conflict (space_id, user_id) do update
      set is_member = excluded.is_member, is_ranked = excluded.is_ranked, joined_at = excluded.joined_at;
    if new.status = 'active' then
      insert into user_activity_log (user_id, points, created_at) values (new.user_id, 0, new.joined_at);
    end if;
  end if;
  return null;
end $function$

CREATE OR REPLACE FUNCTION public.text_ngrams(scope text, normalized text)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    select coalesce(array_agg(distinct hashtext(scope || substr(normalized, start, size))), '{}')
    from generate_series(1, char_length(normalized)) start, generate_series(1, 3) size
    where start + size <= char_length(normalized) + 1
  $function$

CREATE OR REPLACE FUNCTION public.upsert_batched_notifications(p_space_id uuid, p_actor_id uuid, p_now timestamp with time zone, p_notifications jsonb)
 RETURNS TABLE(notification_id uuid, unread_count integer)
 LANGUAGE plpgsql
AS $function$
declare
  notification record;
  known notifications;
  number bigint;
  row_id uuid;
  relationship text;
  is_new_actor boolean;
begin
  if p_actor_id is not null then
    select case when s.owner_id = p_actor_id or m.role in ('owner', 'admin') then 'admin' else 'member' end
      into relationship
      from spaces s left join space_members m
        on m.space_id = s.id and m.user_id = p_actor_id and m.status = 'active'
      where s.id = p_space_id;
  end if;
  for notification in
    select n.* from jsonb_to_recordset(p_notifications) as n (id uuid, user_id uuid, type text, title text,
      content_preview text, target_type text, target_id uuid, post_id uuid, batch_key text, params jsonb,
      expires_at timestamptz)
    where n.user_id is distinct from p_actor_id and wants_notification(n.user_id, p_space_id, n.type)
    order by n.user_id
  loop
    if notification.type <> 'membership' then
      -- Skips users whose membership is being ended right now instead of waiting for them.
      perform 1 from space_members m where m.space_id = p_space_id and m.user_id = notification.user_id
        and m.status = 'active' for key share skip locked;
      if not found and not exists
        (select 1 from spaces s where s.id = p_space_id and s.owner_id = notification.user_id) then continue; end if;
    end if;

    number := lock_notifications(notification.user_id);
    known := null;
    if notification.batch_key is not null then
      select * into known from notifications o where o.user_id = notification.user_id and o.batch_key = notification.batch_key;
    end if;
    if known.id is null then
      row_id := notification.id;
      insert into notifications (id, user_id, space_id, type, actor_id, last_actor_id, actor_count, actor_relationship,
        title, content_preview, target_type, target_id, post_id, batch_key, version, created_at, batch_updated_at,
        expires_at, params)
      values (row_id, notification.user_id, p_space_id, notification.type, p_actor_id, p_actor_id,
        case when p_actor_id is null then 0 else 1 end, relationship, notification.title, notification.content_preview,
        notification.target_type, notification.target_id, notification.post_id, notification.batch_key, number, p_now, p_now,
        notification.expires_at, notification.params);
    else
      row_id := known.id;
      is_new_actor := p_actor_id is not null and not exists
        (select 1 from notification_actors a where a.notification_id = row_id and a.user_id = p_actor_id);
      if not is_new_actor and notification.type in ('post_like', 'space_join') then continue; end if;
      update notifications set last_actor_id = p_actor_id, actor_relationship = relationship,
        actor_count = actor_count + case when is_new_actor then 1 else 0 end, title = notification.title,
        content_preview = notification.content_preview, target_type = notification.target_type, target_id = notification.target_id,
        post_id = notification.post_id, read = false, clicked = false, version = number, batch_updated_at = p_now,
        expires_at = notification.expires_at, params = notification.params
      where id = row_id;
    end if;
    if p_actor_id is not null then
      insert into notification_actors (notification_id, user_id, occurred_at) values (row_id, p_actor_id, p_now)
      on conflict on constraint notification_actors_pkey do update set occurred_at = excluded.occurred_at;
    end if;
    notification_id := row_id;
    select c.unread_count into unread_count from notification_counts c where c.user_id = notification.user_id;
    return next;
  end loop;
end $function$

CREATE OR REPLACE FUNCTION public.wants_email(p_user_id uuid, p_space_id uuid, p_type text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select wants_notification(p_user_id, p_space_id, p_type)
    and coalesce(
      (select s.email_enabled and s.notifications_email_frequency <> 'never'
        from space_notification_preferences s where s.user_id = p_user_id and s.space_id = p_space_id),
      (select g.email_enabled from notification_preferences g where g.user_id = p_user_id),
      true)
    and not exists (select from email_unsubscribes r
      where r.user_id = p_user_id and r.space_id = p_space_id and r.type = p_type)
$function$

CREATE OR REPLACE FUNCTION public.wants_notification(p_user_id uuid, p_space_id uuid, p_type text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (select (s.push_enabled or s.email_enabled) and case p_type
        when 'post_like' then s.likes when 'comment_reply' then s.comments when 'mention' then s.mentions
        when 'space_join' then s.space_joins when 'new_post' then s.new_posts
        when 'new_customer' then s.new_customers when 'admin_announcement' then s.admin_announcements
        when 'event_reminder' then s.event_reminders
        when 'membership' then true when 'moderation' then true
        else fail_unknown_notification_type(p_type) end
      from space_notification_preferences s where s.user_id = p_user_id and s.space_id = p_space_id),
    (select (g.push_enabled or g.email_enabled) and case p_type
        when 'post_like' then g.likes when 'comment_reply' then g.comments when 'mention' then g.mentions
        when 'space_join' then g.space_joins when 'new_post' then g.new_posts
        when 'new_customer' then g.new_customers
        when 'admin_announcement' then true when 'event_reminder' then true
        when 'membership' then true when 'moderation' then true
        else fail_unknown_notification_type(p_type) end
      from notification_preferences g where g.user_id = p_user_id),
    case when p_type = 'new_post' then false
      when p_type in ('post_like', 'comment_reply', 'mention', 'space_join', 'new_customer', 'admin_announcement',
        'event_reminder', 'membership', 'moderation') then true
      else fail_unknown_notification_type(p_type) end)
$function$

CREATE OR REPLACE FUNCTION public.write_member_search(ids uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
    insert into member_search (member_id, normalized, ngrams)
    select m.id, m.search_text, text_ngrams(m.space_id::text, m.search_text)
    from space_members m
    where m.id = any (ids)
    on conflict (member_id) do update set normalized = excluded.normalized, ngrams = excluded.ngrams
  $function$

CREATE OR REPLACE FUNCTION public.write_space_search(ids uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
    insert into space_search (space_id, normalized, ngrams)
    select s.id, f.normalized, text_ngrams('', f.normalized)
    from spaces s
    cross join lateral (
      select normalize_search_text(concat_ws(chr(10), s.name, s.subdomain, s.short_description, s.description)) as normalized
    ) f
    where s.id = any (ids)
    on conflict (space_id) do update set normalized = excluded.normalized, ngrams = excluded.ngrams
  $function$


-- triggers
CREATE TRIGGER member_points_level_begun AFTER INSERT ON public.member_points FOR EACH ROW WHEN (new.is_member) EXECUTE FUNCTION log_level()
CREATE TRIGGER member_points_level_changed AFTER UPDATE ON public.member_points FOR EACH ROW WHEN (((old.is_member IS DISTINCT FROM new.is_member) OR (new.is_member AND (old.level <> new.level)))) EXECUTE FUNCTION log_level()
CREATE TRIGGER member_points_level_ended AFTER DELETE ON public.member_points FOR EACH ROW WHEN (old.is_member) EXECUTE FUNCTION log_level()
CREATE TRIGGER notifications_count AFTER INSERT OR DELETE OR UPDATE OF read ON public.notifications FOR EACH ROW EXECUTE FUNCTION count_unread_notifications()
CREATE TRIGGER point_ledger_activity AFTER INSERT OR UPDATE OF voided_at ON public.point_ledger FOR EACH ROW EXECUTE FUNCTION log_point()
CREATE TRIGGER post_comments_activity AFTER INSERT OR UPDATE OF deleted_at ON public.post_comments FOR EACH ROW EXECUTE FUNCTION log_authored_content('2')
CREATE TRIGGER posts_activity AFTER INSERT OR UPDATE OF deleted_at ON public.posts FOR EACH ROW WHEN ((new.post_type <> 'course_page'::text)) EXECUTE FUNCTION log_authored_content('5')
CREATE TRIGGER posts_link_changed BEFORE UPDATE OF body ON public.posts FOR EACH ROW WHEN ((old.body IS DISTINCT FROM new.body)) EXECUTE FUNCTION queue_link_preview()
CREATE TRIGGER posts_link_new BEFORE INSERT ON public.posts FOR EACH ROW EXECUTE FUNCTION queue_link_preview()
CREATE TRIGGER posts_rank_changed AFTER UPDATE ON public.posts FOR EACH ROW WHEN ((((((old.like_count IS DISTINCT FROM new.like_count) OR (old.category_id IS DISTINCT FROM new.category_id)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.pinned_at IS DISTINCT FROM new.pinned_at)) OR (old.post_type IS DISTINCT FROM new.post_type))) EXECUTE FUNCTION rank_post()
CREATE TRIGGER posts_rank_new AFTER INSERT ON public.posts FOR EACH ROW EXECUTE FUNCTION rank_post()
CREATE TRIGGER space_members_count AFTER INSERT OR DELETE OR UPDATE OF status ON public.space_members FOR EACH ROW EXECUTE FUNCTION count_space_members()
CREATE TRIGGER space_members_delete_location AFTER DELETE OR UPDATE OF status ON public.space_members FOR EACH ROW EXECUTE FUNCTION delete_location_on_leave()
CREATE TRIGGER space_members_points AFTER INSERT OR DELETE OR UPDATE OF status, role, joined_at ON public.space_members FOR EACH ROW EXECUTE FUNCTION sync_member_points()
CREATE TRIGGER space_members_search AFTER INSERT ON public.space_members FOR EACH ROW EXECUTE FUNCTION index_new_member()
CREATE TRIGGER space_members_search_text BEFORE INSERT ON public.space_members FOR EACH ROW EXECUTE FUNCTION set_member_search_text()
CREATE TRIGGER space_members_unlist_notifications AFTER DELETE OR UPDATE OF status ON public.space_members FOR EACH ROW EXECUTE FUNCTION end_notifications_of_member()
CREATE TRIGGER spaces_search_insert AFTER INSERT ON public.spaces FOR EACH ROW EXECUTE FUNCTION index_space()
CREATE TRIGGER spaces_search_update AFTER UPDATE OF name, subdomain, short_description, description ON public.spaces FOR EACH ROW EXECUTE FUNCTION index_space()
CREATE TRIGGER uploads_count_added AFTER INSERT ON public.uploads REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_storage()
CREATE TRIGGER uploads_count_changed AFTER UPDATE ON public.uploads REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_storage()
CREATE TRIGGER uploads_count_removed AFTER DELETE ON public.uploads REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_storage()
CREATE TRIGGER users_search AFTER UPDATE OF full_name, username ON public.users FOR EACH ROW WHEN (((old.full_name IS DISTINCT FROM new.full_name) OR (old.username IS DISTINCT FROM new.username))) EXECUTE FUNCTION index_renamed_person()
