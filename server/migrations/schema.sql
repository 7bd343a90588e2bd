-- columns
accounts.id uuid not null
accounts.user_id uuid not null
accounts.account_id text not null
accounts.provider_id text not null
accounts.access_token text
accounts.refresh_token text
accounts.id_token text
accounts.access_token_expires_at timestamp(3) with time zone
accounts.refresh_token_expires_at timestamp(3) with time zone
accounts.scope text
accounts.password text
accounts.created_at timestamp(3) with time zone not null default now()
accounts.updated_at timestamp(3) with time zone not null default now()
comment_likes.comment_id uuid not null
comment_likes.user_id uuid not null
comment_likes.space_id uuid not null
comment_likes.created_at timestamp(3) with time zone not null
demo_state.only_row boolean not null default true
demo_state.started_at timestamp(3) with time zone not null
demo_state.finished_at timestamp(3) with time zone
live_events.id bigint not null identity
live_events.seq bigint
live_events.topic text not null
live_events.type text not null
live_events.payload jsonb not null
live_events.created_at timestamp(3) with time zone not null default now()
live_state.only_row boolean not null default true
live_state.last_seq bigint not null default 0
live_state.purged_through bigint not null default 0
local_mailbox.id uuid not null
local_mailbox.sender text not null
local_mailbox.recipient text not null
local_mailbox.subject text not null
local_mailbox.html text not null
local_mailbox.text text not null
local_mailbox.created_at timestamp(3) with time zone not null default now()
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
moderation_cases.handled_by uuid
moderation_cases.handled_at timestamp(3) with time zone
moderation_cases.created_at timestamp(3) with time zone not null
moderation_counts.space_id uuid not null
moderation_counts.open_count integer not null
moderation_counts.version integer not null
moderation_log.id uuid not null
moderation_log.space_id uuid not null
moderation_log.actor_id uuid
moderation_log.act text not null
moderation_log.target_user_id uuid
moderation_log.post_id uuid
moderation_log.comment_id uuid
moderation_log.details jsonb not null default '{}'::jsonb
moderation_log.created_at timestamp(3) with time zone not null
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
post_likes.post_id uuid not null
post_likes.user_id uuid not null
post_likes.space_id uuid not null
post_likes.created_at timestamp(3) with time zone not null
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
posts.removed_by uuid
posts.removal_reason text
rate_limit_counters.key text not null
rate_limit_counters.window_start timestamp(3) with time zone not null
rate_limit_counters.hits integer not null
schema_migrations.name text not null
schema_migrations.applied_at timestamp(3) with time zone not null default now()
sessions.id uuid not null
sessions.user_id uuid not null
sessions.token text not null
sessions.previous_token text
sessions.previous_token_until timestamp(3) with time zone
sessions.expires_at timestamp(3) with time zone not null
sessions.ip_address text
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
space_join_requests.id uuid not null
space_join_requests.space_id uuid not null
space_join_requests.user_id uuid not null
space_join_requests.message text
space_join_requests.invited_by uuid
space_join_requests.created_at timestamp(3) with time zone not null
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
verifications.id uuid not null
verifications.identifier text not null
verifications.value text not null
verifications.expires_at timestamp(3) with time zone not null
verifications.created_at timestamp(3) with time zone not null default now()
verifications.updated_at timestamp(3) with time zone not null default now()

-- constraints
accounts accounts_pkey PRIMARY KEY (id)
accounts accounts_provider_id_account_id_key UNIQUE (provider_id, account_id)
accounts accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
comment_likes comment_likes_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES post_comments(id) ON DELETE CASCADE
comment_likes comment_likes_pkey PRIMARY KEY (comment_id, user_id)
comment_likes comment_likes_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
comment_likes comment_likes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
demo_state demo_state_only_row_check CHECK (only_row)
demo_state demo_state_pkey PRIMARY KEY (only_row)
live_events live_events_pkey PRIMARY KEY (id)
live_state live_state_only_row_check CHECK (only_row)
live_state live_state_pkey PRIMARY KEY (only_row)
local_mailbox local_mailbox_pkey PRIMARY KEY (id)
moderation_cases moderation_cases_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE CASCADE
moderation_cases moderation_cases_check CHECK (((handled_at IS NULL) = (outcome IS NULL)))
moderation_cases moderation_cases_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES post_comments(id) ON DELETE CASCADE
moderation_cases moderation_cases_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES users(id) ON DELETE SET NULL
moderation_cases moderation_cases_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text, 'member'::text])))
moderation_cases moderation_cases_outcome_check CHECK ((outcome = ANY (ARRAY['dismissed'::text, 'removed'::text, 'banned'::text])))
moderation_cases moderation_cases_pkey PRIMARY KEY (id)
moderation_cases moderation_cases_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
moderation_cases moderation_cases_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
moderation_counts moderation_counts_pkey PRIMARY KEY (space_id)
moderation_counts moderation_counts_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
moderation_log moderation_log_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL
moderation_log moderation_log_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES post_comments(id) ON DELETE CASCADE
moderation_log moderation_log_pkey PRIMARY KEY (id)
moderation_log moderation_log_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
moderation_log moderation_log_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
moderation_log moderation_log_target_user_id_fkey FOREIGN KEY (target_user_id) REFERENCES users(id) ON DELETE SET NULL
moderation_reports moderation_reports_case_id_fkey FOREIGN KEY (case_id) REFERENCES moderation_cases(id) ON DELETE CASCADE
moderation_reports moderation_reports_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text, 'member'::text])))
moderation_reports moderation_reports_pkey PRIMARY KEY (id)
moderation_reports moderation_reports_reason_check CHECK ((reason = ANY (ARRAY['rule'::text, 'spam'::text, 'harassment'::text, 'other'::text])))
moderation_reports moderation_reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE CASCADE
moderation_reports moderation_reports_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
moderation_reports moderation_reports_space_id_kind_target_id_reporter_id_key UNIQUE (space_id, kind, target_id, reporter_id)
post_attachments post_attachments_pkey PRIMARY KEY (post_id, "position")
post_attachments post_attachments_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
post_attachments post_attachments_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
post_attachments post_attachments_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id)
post_comment_versions post_comment_versions_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES post_comments(id) ON DELETE CASCADE
post_comment_versions post_comment_versions_pkey PRIMARY KEY (id)
post_comment_versions post_comment_versions_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
post_comment_versions post_comment_versions_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id)
post_comments post_comments_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES post_comments(id)
post_comments post_comments_pkey PRIMARY KEY (id)
post_comments post_comments_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
post_comments post_comments_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES users(id) ON DELETE SET NULL
post_comments post_comments_reply_to_user_id_fkey FOREIGN KEY (reply_to_user_id) REFERENCES users(id)
post_comments post_comments_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
post_comments post_comments_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id)
post_comments post_comments_upload_id_key UNIQUE (upload_id)
post_comments post_comments_user_id_client_id_key UNIQUE (user_id, client_id)
post_comments post_comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
post_likes post_likes_pkey PRIMARY KEY (post_id, user_id)
post_likes post_likes_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
post_likes post_likes_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
post_likes post_likes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
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
sessions sessions_token_key UNIQUE (token)
sessions sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
space_categories space_categories_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
space_categories space_categories_pkey PRIMARY KEY (id)
space_categories space_categories_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
space_join_requests space_join_requests_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL
space_join_requests space_join_requests_pkey PRIMARY KEY (id)
space_join_requests space_join_requests_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
space_join_requests space_join_requests_space_id_user_id_key UNIQUE (space_id, user_id)
space_join_requests space_join_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
space_members space_members_banned_by_fkey FOREIGN KEY (banned_by) REFERENCES users(id) ON DELETE SET NULL
space_members space_members_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL
space_members space_members_pkey PRIMARY KEY (id)
space_members space_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])))
space_members space_members_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
space_members space_members_space_id_user_id_key UNIQUE (space_id, user_id)
space_members space_members_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
space_members space_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
spaces spaces_intro_media_type_check CHECK ((intro_media_type = ANY (ARRAY['none'::text, 'image'::text, 'video'::text])))
spaces spaces_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id)
spaces spaces_pkey PRIMARY KEY (id)
spaces spaces_pricing_type_check CHECK ((pricing_type = ANY (ARRAY['free'::text, 'paid'::text])))
spaces spaces_primary_color_check CHECK ((primary_color ~ '^#[0-9a-fA-F]{6}$'::text))
spaces spaces_subdomain_check CHECK ((subdomain ~ '^[a-z0-9-]{3,63}$'::text))
spaces spaces_subdomain_key UNIQUE (subdomain)
uploads uploads_pkey PRIMARY KEY (id)
uploads uploads_space_id_fkey FOREIGN KEY (space_id) REFERENCES spaces(id) ON DELETE CASCADE
uploads uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
users users_pkey PRIMARY KEY (id)
users users_profile_url_key UNIQUE (profile_url)
users users_role_check CHECK ((role = ANY (ARRAY['member'::text, 'creator'::text, 'admin'::text])))
users users_username_key UNIQUE (username)
verifications verifications_pkey PRIMARY KEY (id)

-- indexes
CREATE UNIQUE INDEX accounts_pkey ON public.accounts USING btree (id)
CREATE UNIQUE INDEX accounts_provider_id_account_id_key ON public.accounts USING btree (provider_id, account_id)
CREATE INDEX accounts_user_id_idx ON public.accounts USING btree (user_id)
CREATE INDEX comment_likes_page_idx ON public.comment_likes USING btree (comment_id, created_at DESC, user_id DESC)
CREATE UNIQUE INDEX comment_likes_pkey ON public.comment_likes USING btree (comment_id, user_id)
CREATE INDEX comment_likes_user_id_idx ON public.comment_likes USING btree (user_id)
CREATE UNIQUE INDEX demo_state_pkey ON public.demo_state USING btree (only_row)
CREATE UNIQUE INDEX live_events_pkey ON public.live_events USING btree (id)
CREATE UNIQUE INDEX live_events_seq_key ON public.live_events USING btree (seq) WHERE (seq IS NOT NULL)
CREATE INDEX live_events_topic_idx ON public.live_events USING btree (topic, seq)
CREATE INDEX live_events_unsequenced_idx ON public.live_events USING btree (id) WHERE (seq IS NULL)
CREATE UNIQUE INDEX live_state_pkey ON public.live_state USING btree (only_row)
CREATE INDEX local_mailbox_created_at_idx ON public.local_mailbox USING btree (created_at DESC)
CREATE UNIQUE INDEX local_mailbox_pkey ON public.local_mailbox USING btree (id)
CREATE INDEX moderation_cases_handled_idx ON public.moderation_cases USING btree (space_id, handled_at DESC, id DESC) WHERE (handled_at IS NOT NULL)
CREATE INDEX moderation_cases_open_idx ON public.moderation_cases USING btree (space_id, created_at DESC, id DESC) WHERE (handled_at IS NULL)
CREATE UNIQUE INDEX moderation_cases_open_key ON public.moderation_cases USING btree (space_id, kind, target_id) WHERE (handled_at IS NULL)
CREATE UNIQUE INDEX moderation_cases_pkey ON public.moderation_cases USING btree (id)
CREATE UNIQUE INDEX moderation_counts_pkey ON public.moderation_counts USING btree (space_id)
CREATE INDEX moderation_log_page_idx ON public.moderation_log USING btree (space_id, created_at DESC, id DESC)
CREATE UNIQUE INDEX moderation_log_pkey ON public.moderation_log USING btree (id)
CREATE INDEX moderation_reports_case_idx ON public.moderation_reports USING btree (case_id, created_at DESC)
CREATE UNIQUE INDEX moderation_reports_pkey ON public.moderation_reports USING btree (id)
CREATE UNIQUE INDEX moderation_reports_space_id_kind_target_id_reporter_id_key ON public.moderation_reports USING btree (space_id, kind, target_id, reporter_id)
CREATE UNIQUE INDEX post_attachments_pkey ON public.post_attachments USING btree (post_id, "position")
CREATE UNIQUE INDEX post_attachments_upload_id_key ON public.post_attachments USING btree (upload_id)
CREATE INDEX post_comment_versions_comment_idx ON public.post_comment_versions USING btree (comment_id, id DESC)
CREATE UNIQUE INDEX post_comment_versions_pkey ON public.post_comment_versions USING btree (id)
CREATE INDEX post_comment_versions_upload_idx ON public.post_comment_versions USING btree (upload_id) WHERE (upload_id IS NOT NULL)
CREATE INDEX post_comments_author_idx ON public.post_comments USING btree (user_id, space_id, created_at DESC)
CREATE UNIQUE INDEX post_comments_pkey ON public.post_comments USING btree (id)
CREATE INDEX post_comments_thread_idx ON public.post_comments USING btree (post_id, thread_id, id)
CREATE INDEX post_comments_tops_idx ON public.post_comments USING btree (post_id, id) WHERE (parent_id IS NULL)
CREATE UNIQUE INDEX post_comments_upload_id_key ON public.post_comments USING btree (upload_id)
CREATE UNIQUE INDEX post_comments_user_id_client_id_key ON public.post_comments USING btree (user_id, client_id)
CREATE INDEX post_likes_page_idx ON public.post_likes USING btree (post_id, created_at DESC, user_id DESC)
CREATE UNIQUE INDEX post_likes_pkey ON public.post_likes USING btree (post_id, user_id)
CREATE INDEX post_likes_user_id_idx ON public.post_likes USING btree (user_id)
CREATE INDEX posts_activity_idx ON public.posts USING btree (space_id, last_activity_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND (pinned_at IS NULL) AND (post_type <> 'course_page'::text))
CREATE INDEX posts_author_idx ON public.posts USING btree (user_id, space_id, created_at DESC)
CREATE INDEX posts_category_activity_idx ON public.posts USING btree (space_id, category_id, last_activity_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND (pinned_at IS NULL) AND (post_type <> 'course_page'::text))
CREATE INDEX posts_category_id_idx ON public.posts USING btree (category_id) WHERE (category_id IS NOT NULL)
CREATE INDEX posts_category_new_idx ON public.posts USING btree (space_id, category_id, created_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND (pinned_at IS NULL) AND (post_type <> 'course_page'::text))
CREATE INDEX posts_new_idx ON public.posts USING btree (space_id, created_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND (pinned_at IS NULL) AND (post_type <> 'course_page'::text))
CREATE INDEX posts_pinned_idx ON public.posts USING btree (space_id, pinned_at DESC) WHERE ((deleted_at IS NULL) AND (pinned_at IS NOT NULL))
CREATE UNIQUE INDEX posts_pkey ON public.posts USING btree (id)
CREATE UNIQUE INDEX posts_space_id_slug_key ON public.posts USING btree (space_id, slug)
CREATE UNIQUE INDEX posts_user_id_client_id_key ON public.posts USING btree (user_id, client_id)
CREATE UNIQUE INDEX rate_limit_counters_pkey ON public.rate_limit_counters USING btree (key, window_start)
CREATE UNIQUE INDEX schema_migrations_pkey ON public.schema_migrations USING btree (name)
CREATE INDEX sessions_expires_at_idx ON public.sessions USING btree (expires_at)
CREATE UNIQUE INDEX sessions_pkey ON public.sessions USING btree (id)
CREATE UNIQUE INDEX sessions_previous_token_key ON public.sessions USING btree (previous_token) WHERE (previous_token IS NOT NULL)
CREATE UNIQUE INDEX sessions_token_key ON public.sessions USING btree (token)
CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id)
CREATE UNIQUE INDEX space_categories_pkey ON public.space_categories USING btree (id)
CREATE INDEX space_categories_space_id_idx ON public.space_categories USING btree (space_id, created_at)
CREATE INDEX space_join_requests_page_idx ON public.space_join_requests USING btree (space_id, created_at, id)
CREATE UNIQUE INDEX space_join_requests_pkey ON public.space_join_requests USING btree (id)
CREATE UNIQUE INDEX space_join_requests_space_id_user_id_key ON public.space_join_requests USING btree (space_id, user_id)
CREATE INDEX space_join_requests_user_id_idx ON public.space_join_requests USING btree (user_id)
CREATE INDEX space_members_banned_idx ON public.space_members USING btree (space_id, banned_at DESC, id DESC) WHERE (banned_at IS NOT NULL)
CREATE INDEX space_members_page_idx ON public.space_members USING btree (space_id, joined_at DESC, id DESC) WHERE (status = 'active'::text)
CREATE UNIQUE INDEX space_members_pkey ON public.space_members USING btree (id)
CREATE UNIQUE INDEX space_members_space_id_user_id_key ON public.space_members USING btree (space_id, user_id)
CREATE INDEX space_members_staff_idx ON public.space_members USING btree (space_id, joined_at, id) WHERE ((role <> 'member'::text) AND (status = 'active'::text))
CREATE INDEX space_members_user_id_idx ON public.space_members USING btree (user_id, joined_at DESC)
CREATE INDEX spaces_discover_idx ON public.spaces USING btree (member_count DESC, id DESC) WHERE (NOT is_private)
CREATE INDEX spaces_new_idx ON public.spaces USING btree (created_at DESC, id DESC) WHERE (NOT is_private)
CREATE INDEX spaces_owner_id_idx ON public.spaces USING btree (owner_id)
CREATE INDEX spaces_paid_largest_idx ON public.spaces USING btree (member_count DESC, id DESC) WHERE ((NOT is_private) AND (pricing_type = 'paid'::text) AND (price_per_month > (0)::numeric))
CREATE INDEX spaces_paid_new_idx ON public.spaces USING btree (created_at DESC, id DESC) WHERE ((NOT is_private) AND (pricing_type = 'paid'::text) AND (price_per_month > (0)::numeric))
CREATE INDEX spaces_paid_recommended_idx ON public.spaces USING btree (active_member_count DESC, id DESC) WHERE ((NOT is_private) AND (pricing_type = 'paid'::text) AND (price_per_month > (0)::numeric))
CREATE UNIQUE INDEX spaces_pkey ON public.spaces USING btree (id)
CREATE INDEX spaces_recommended_idx ON public.spaces USING btree (active_member_count DESC, id DESC) WHERE (NOT is_private)
CREATE UNIQUE INDEX spaces_subdomain_key ON public.spaces USING btree (subdomain)
CREATE UNIQUE INDEX uploads_pkey ON public.uploads USING btree (id)
CREATE INDEX uploads_space_id_idx ON public.uploads USING btree (space_id)
CREATE INDEX uploads_unattached_idx ON public.uploads USING btree (created_at) WHERE (attached_at IS NULL)
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email))
CREATE UNIQUE INDEX users_pkey ON public.users USING btree (id)
CREATE UNIQUE INDEX users_profile_url_key ON public.users USING btree (profile_url)
CREATE UNIQUE INDEX users_username_key ON public.users USING btree (username)
CREATE INDEX verifications_identifier_idx ON public.verifications USING btree (identifier)
CREATE UNIQUE INDEX verifications_pkey ON public.verifications USING btree (id)

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

CREATE OR REPLACE FUNCTION public.sequence_live_events()
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  base bigint;
  numbered bigint;
begin
  if not exists (select 1 from live_events where seq is null) then return 0; end if;
  select last_seq into base from live_state for update;
  update live_events e set seq = base + pending.n
  from (
    select id, row_number() over (order by id) as n
    from (select id from live_events where seq is null order by id limit 1000) oldest
  ) pending
  where e.id = pending.id;
  get diagnostics numbered = row_count;
  if numbered > 0 then
    update live_state set last_seq = base + numbered;
    perform pg_notify('live_sequenced', (base + numbered)::text);
  end if;
  return numbered;
end $function$


-- triggers
CREATE TRIGGER space_members_count AFTER INSERT OR DELETE OR UPDATE OF status ON public.space_members FOR EACH ROW EXECUTE FUNCTION count_space_members()
