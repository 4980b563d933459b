CREATE TABLE "artists" (
	"id" text PRIMARY KEY NOT NULL,
	"short_id" text NOT NULL,
	"external_id" text,
	"slug_fa" text NOT NULL,
	"slug_en" text NOT NULL,
	"name_fa" text,
	"name_en" text,
	"bio_fa" text,
	"bio_en" text,
	"image_path" text,
	"image_colour" text,
	"search_text" text DEFAULT '' NOT NULL,
	"tsv" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', search_text)) STORED,
	"sort_key" text COLLATE "C" DEFAULT '' NOT NULL,
	"content_hash" text,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "artists_short_id_unique" UNIQUE("short_id"),
	CONSTRAINT "artists_external_id_unique" UNIQUE("external_id"),
	CONSTRAINT "artists_short_id_form" CHECK ("artists"."short_id" ~ '^[0-9A-Za-z]{6,8}$'),
	CONSTRAINT "artists_named" CHECK (num_nonnulls("artists"."name_fa", "artists"."name_en") > 0)
);
--> statement-breakpoint
CREATE TABLE "bundle_items" (
	"bundle_id" text NOT NULL,
	"content_id" text NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "bundle_items_bundle_id_content_id_pk" PRIMARY KEY("bundle_id","content_id"),
	CONSTRAINT "bundle_items_not_itself" CHECK ("bundle_items"."bundle_id" <> "bundle_items"."content_id")
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"key" text NOT NULL,
	"slug_fa" text NOT NULL,
	"slug_en" text NOT NULL,
	"title_fa" text NOT NULL,
	"title_en" text NOT NULL,
	"description_fa" text DEFAULT '' NOT NULL,
	"description_en" text DEFAULT '' NOT NULL,
	"image_path" text,
	"image_colour" text,
	"position" smallint DEFAULT 0 NOT NULL,
	"is_listed" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "categories_one_key" UNIQUE("type","key"),
	CONSTRAINT "categories_id_form" CHECK ("categories"."id" ~ '^[0-9A-Za-z]{6,8}$'),
	CONSTRAINT "categories_type_known" CHECK ("categories"."type" in ('genre', 'territory', 'kids', 'collection'))
);
--> statement-breakpoint
CREATE TABLE "content_categories" (
	"content_id" text NOT NULL,
	"category_id" text NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "content_categories_content_id_category_id_pk" PRIMARY KEY("content_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "contents" (
	"id" text PRIMARY KEY NOT NULL,
	"short_id" text NOT NULL,
	"external_id" text,
	"type" text NOT NULL,
	"slug_fa" text NOT NULL,
	"slug_en" text NOT NULL,
	"title_fa" text,
	"title_en" text,
	"page_title_fa" text,
	"page_title_en" text,
	"sub_title_fa" text,
	"sub_title_en" text,
	"tagline_fa" text,
	"tagline_en" text,
	"summary_fa" text,
	"summary_en" text,
	"year" smallint,
	"duration_seconds" integer,
	"age_limit" smallint DEFAULT 0 NOT NULL,
	"flags" text[] DEFAULT '{}' NOT NULL,
	"countries" text[] DEFAULT '{}' NOT NULL,
	"audio_languages" text[] DEFAULT '{}' NOT NULL,
	"caption_languages" text[] DEFAULT '{}' NOT NULL,
	"is_live" boolean DEFAULT false NOT NULL,
	"poster_path" text,
	"poster_colour" text,
	"backdrop_path" text,
	"backdrop_colour" text,
	"series_id" text,
	"season_id" text,
	"season_number" smallint,
	"episode_number" smallint,
	"ticket_price" bigint,
	"ticket_hours" smallint,
	"likes" integer DEFAULT 0 NOT NULL,
	"dislikes" integer DEFAULT 0 NOT NULL,
	"base_rate" smallint,
	"imdb_rank_percent" smallint,
	"rate_percentage" smallint GENERATED ALWAYS AS (case
        when base_rate is not null then round((100.0 * likes + 20 * base_rate) / (likes + dislikes + 20))
        when likes + dislikes > 0 then round(100.0 * likes / (likes + dislikes))
      end) STORED,
	"rate_score" integer GENERATED ALWAYS AS (round(100 * (100.0 * likes + 20 * coalesce(base_rate, imdb_rank_percent, 55)) / (likes + dislikes + 20))) STORED NOT NULL,
	"view_count" integer DEFAULT 0 NOT NULL,
	"sale_count" integer DEFAULT 0 NOT NULL,
	"rank" integer DEFAULT 0 NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"tsv" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', search_text)) STORED,
	"sort_key" text COLLATE "C" DEFAULT '' NOT NULL,
	"content_hash" text,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contents_short_id_unique" UNIQUE("short_id"),
	CONSTRAINT "contents_external_id_unique" UNIQUE("external_id"),
	CONSTRAINT "contents_short_id_form" CHECK ("contents"."short_id" ~ '^[0-9A-Za-z]{6,8}$'),
	CONSTRAINT "contents_type_known" CHECK ("contents"."type" in ('single_video', 'series', 'episode', 'season_of_series', 'video_content_list')),
	CONSTRAINT "contents_titled" CHECK (num_nonnulls("contents"."title_fa", "contents"."title_en") > 0),
	CONSTRAINT "contents_year" CHECK ("contents"."year" between 1870 and 2100),
	CONSTRAINT "contents_duration" CHECK ("contents"."duration_seconds" >= 0),
	CONSTRAINT "contents_age_limit" CHECK ("contents"."age_limit" in (0, 3, 7, 12, 13, 15, 17, 18)),
	CONSTRAINT "contents_percents" CHECK ("contents"."imdb_rank_percent" between 0 and 100 and "contents"."base_rate" between 0 and 100),
	CONSTRAINT "contents_ticket" CHECK (('content_has_ticket' = any("contents"."flags")) = ("contents"."ticket_price" is not null)
        and ("contents"."ticket_price" is null) = ("contents"."ticket_hours" is null)
        and ("contents"."ticket_price" is null or ("contents"."ticket_price" > 0 and "contents"."ticket_hours" > 0))),
	CONSTRAINT "contents_place" CHECK (case "contents"."type"
        when 'episode' then num_nulls("contents"."series_id", "contents"."season_id", "contents"."episode_number") = 0
        when 'season_of_series' then num_nulls("contents"."series_id", "contents"."season_number") = 0
          and num_nonnulls("contents"."season_id", "contents"."episode_number") = 0
        else num_nonnulls("contents"."series_id", "contents"."season_id", "contents"."season_number", "contents"."episode_number") = 0
      end)
);
--> statement-breakpoint
CREATE TABLE "credits" (
	"content_id" text NOT NULL,
	"artist_id" text NOT NULL,
	"role" text NOT NULL,
	"character_fa" text,
	"character_en" text,
	"position" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "credits_content_id_artist_id_role_pk" PRIMARY KEY("content_id","artist_id","role"),
	CONSTRAINT "credits_role_known" CHECK ("credits"."role" in ('director', 'writer', 'cast', 'producer', 'composer', 'narrator', 'author', 'translator', 'dubber'))
);
--> statement-breakpoint
CREATE TABLE "video_files" (
	"id" text PRIMARY KEY NOT NULL,
	"content_id" text NOT NULL,
	"kind" text DEFAULT 'primary' NOT NULL,
	"mode" text DEFAULT 'vod' NOT NULL,
	"stream" text NOT NULL,
	"duration_seconds" double precision,
	"intro_start" double precision,
	"intro_end" double precision,
	"credits_at" double precision,
	"audio_tracks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"captions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"chapters" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"storyboard_path" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "video_files_one_a_kind" UNIQUE("content_id","kind"),
	CONSTRAINT "video_files_kind_known" CHECK ("video_files"."kind" in ('primary', 'trailer', 'preview')),
	CONSTRAINT "video_files_mode_known" CHECK ("video_files"."mode" in ('vod', 'live', 'audio')),
	CONSTRAINT "video_files_stream_stays_inside" CHECK ("video_files"."stream" !~ '(^/|\.\.|\\|:)'),
	CONSTRAINT "video_files_intro" CHECK (("video_files"."intro_start" is null) = ("video_files"."intro_end" is null) and ("video_files"."intro_start" is null or ("video_files"."intro_start" >= 0 and "video_files"."intro_start" < "video_files"."intro_end")))
);
--> statement-breakpoint
CREATE TABLE "carrier_subscriptions" (
	"user_id" text PRIMARY KEY NOT NULL,
	"title_fa" text NOT NULL,
	"title_en" text NOT NULL,
	"menu_fa" text NOT NULL,
	"menu_en" text NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cinema_tickets" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"content_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"hours" smallint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"first_played_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "cinema_tickets_transaction_id_unique" UNIQUE("transaction_id"),
	CONSTRAINT "cinema_tickets_hours" CHECK ("cinema_tickets"."hours" > 0),
	CONSTRAINT "cinema_tickets_window" CHECK (("cinema_tickets"."first_played_at" is null) = ("cinema_tickets"."expires_at" is null))
);
--> statement-breakpoint
CREATE TABLE "dd_charges" (
	"id" text PRIMARY KEY NOT NULL,
	"contract_id" text NOT NULL,
	"period" integer NOT NULL,
	"track_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"noticed_at" timestamp (3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"withdrawal_id" text,
	"error_code" text,
	"transaction_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dd_charges_track_id_unique" UNIQUE("track_id"),
	CONSTRAINT "dd_charges_transaction_id_unique" UNIQUE("transaction_id"),
	CONSTRAINT "dd_charges_once_a_period" UNIQUE("contract_id","period"),
	CONSTRAINT "dd_charges_state_known" CHECK ("dd_charges"."state" in ('due', 'sent', 'done', 'failed', 'cancelled')),
	CONSTRAINT "dd_charges_period" CHECK ("dd_charges"."period" > 0),
	CONSTRAINT "dd_charges_amount" CHECK ("dd_charges"."amount" > 0),
	CONSTRAINT "dd_charges_done" CHECK ("dd_charges"."state" <> 'done' or "dd_charges"."transaction_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "dd_contracts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"package_id" text NOT NULL,
	"provider" text DEFAULT 'vandar' NOT NULL,
	"bank_code" text NOT NULL,
	"bank_name" text NOT NULL,
	"msisdn" text NOT NULL,
	"amount" bigint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"token" text,
	"authorization_id" text,
	"language" text DEFAULT 'fa' NOT NULL,
	"anchor_day" smallint,
	"period" integer DEFAULT 0 NOT NULL,
	"next_charge_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"cancel_reason" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dd_contracts_token" UNIQUE("provider","token"),
	CONSTRAINT "dd_contracts_authorization" UNIQUE("provider","authorization_id"),
	CONSTRAINT "dd_contracts_language_known" CHECK ("dd_contracts"."language" in ('fa', 'en')),
	CONSTRAINT "dd_contracts_state_known" CHECK ("dd_contracts"."state" in ('waiting', 'active', 'cancelled', 'expired', 'declined')),
	CONSTRAINT "dd_contracts_amount" CHECK ("dd_contracts"."amount" > 0),
	CONSTRAINT "dd_contracts_anchor" CHECK ("dd_contracts"."anchor_day" between 1 and 31),
	CONSTRAINT "dd_contracts_active" CHECK ("dd_contracts"."state" <> 'active' or num_nulls("dd_contracts"."authorization_id", "dd_contracts"."verified_at") = 0),
	CONSTRAINT "dd_contracts_charge_only_active" CHECK ("dd_contracts"."next_charge_at" is null or "dd_contracts"."state" = 'active')
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"response" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone DEFAULT now() + interval '1 day' NOT NULL,
	CONSTRAINT "idempotency_keys_scope_key_pk" PRIMARY KEY("scope","key"),
	CONSTRAINT "idempotency_keys_length" CHECK (char_length("idempotency_keys"."key") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "package_groups" (
	"id" text PRIMARY KEY NOT NULL,
	"title_fa" text NOT NULL,
	"title_en" text NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "packages" (
	"id" text PRIMARY KEY NOT NULL,
	"group_id" text NOT NULL,
	"title_fa" text NOT NULL,
	"title_en" text NOT NULL,
	"description_fa" text DEFAULT '' NOT NULL,
	"description_en" text DEFAULT '' NOT NULL,
	"duration_days" smallint NOT NULL,
	"price" bigint NOT NULL,
	"discount" bigint DEFAULT 0 NOT NULL,
	"renewal" text DEFAULT 'once' NOT NULL,
	"is_best_offer" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "packages_renewal_known" CHECK ("packages"."renewal" in ('once', 'direct_debit')),
	CONSTRAINT "packages_duration" CHECK ("packages"."duration_days" between 1 and 3660),
	CONSTRAINT "packages_price" CHECK ("packages"."price" >= 0 and "packages"."discount" between 0 and "packages"."price")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"provider_ref" text,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_transaction_id_unique" UNIQUE("transaction_id"),
	CONSTRAINT "refunds_state_known" CHECK ("refunds"."state" in ('requested', 'sent', 'done', 'failed')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_done" CHECK (("refunds"."state" = 'done') = ("refunds"."done_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"source" text NOT NULL,
	"transaction_id" text,
	"package_id" text,
	"title_fa" text NOT NULL,
	"title_en" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_transaction_id_unique" UNIQUE("transaction_id"),
	CONSTRAINT "subscriptions_source_known" CHECK ("subscriptions"."source" in ('purchase', 'gift', 'direct_debit', 'partner', 'operator')),
	CONSTRAINT "subscriptions_time" CHECK ("subscriptions"."ends_at" > "subscriptions"."starts_at"),
	CONSTRAINT "subscriptions_paid_for" CHECK ("subscriptions"."source" in ('partner', 'operator') or "subscriptions"."transaction_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"package_id" text,
	"content_id" text,
	"contract_id" text,
	"voucher_id" text,
	"title_fa" text NOT NULL,
	"title_en" text NOT NULL,
	"duration_days" smallint,
	"ticket_hours" smallint,
	"price" bigint NOT NULL,
	"discount" bigint DEFAULT 0 NOT NULL,
	"vat_percent" smallint NOT NULL,
	"vat" bigint NOT NULL,
	"total" bigint NOT NULL,
	"state" text DEFAULT 'created' NOT NULL,
	"gateway" text,
	"authority" text,
	"ref_id" text,
	"card_mask" text,
	"referral_token" text,
	"language" text DEFAULT 'fa' NOT NULL,
	"failure_reason" text,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"check_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"redirected_at" timestamp (3) with time zone,
	"callback_at" timestamp (3) with time zone,
	"paid_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transactions_authority" UNIQUE("gateway","authority"),
	CONSTRAINT "transactions_ref_id" UNIQUE("gateway","ref_id"),
	CONSTRAINT "transactions_kind_known" CHECK ("transactions"."kind" in ('subscription', 'gift', 'ticket', 'direct_debit')),
	CONSTRAINT "transactions_language_known" CHECK ("transactions"."language" in ('fa', 'en')),
	CONSTRAINT "transactions_state_known" CHECK ("transactions"."state" in ('created', 'redirected', 'verifying', 'needs_review', 'paid', 'failed', 'expired', 'reversed')),
	CONSTRAINT "transactions_subject" CHECK (case "transactions"."kind"
        when 'ticket' then num_nulls("transactions"."content_id", "transactions"."ticket_hours") = 0
        when 'direct_debit' then num_nulls("transactions"."contract_id", "transactions"."package_id", "transactions"."duration_days") = 0
        when 'gift' then num_nulls("transactions"."voucher_id", "transactions"."duration_days") = 0 and "transactions"."total" = 0
        else num_nulls("transactions"."package_id", "transactions"."duration_days") = 0
      end),
	CONSTRAINT "transactions_amounts" CHECK ("transactions"."price" >= 0 and "transactions"."vat" >= 0 and "transactions"."discount" between 0 and "transactions"."price"),
	CONSTRAINT "transactions_total" CHECK ("transactions"."total" = "transactions"."price" - "transactions"."discount" + "transactions"."vat"),
	CONSTRAINT "transactions_vat" CHECK (abs("transactions"."vat" * 100 - ("transactions"."price" - "transactions"."discount") * "transactions"."vat_percent") < 100),
	CONSTRAINT "transactions_paid" CHECK (("transactions"."state" in ('paid', 'reversed')) = ("transactions"."paid_at" is not null)),
	CONSTRAINT "transactions_paid_by" CHECK ("transactions"."paid_at" is null or "transactions"."total" = 0 or num_nulls("transactions"."gateway", "transactions"."ref_id") = 0),
	CONSTRAINT "transactions_card_mask" CHECK ("transactions"."card_mask" !~ '[0-9]{7}')
);
--> statement-breakpoint
CREATE TABLE "voucher_redemptions" (
	"id" text PRIMARY KEY NOT NULL,
	"voucher_id" text NOT NULL,
	"user_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"state" text DEFAULT 'reserved' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "voucher_redemptions_transaction_id_unique" UNIQUE("transaction_id"),
	CONSTRAINT "voucher_redemptions_state_known" CHECK ("voucher_redemptions"."state" in ('reserved', 'used', 'released'))
);
--> statement-breakpoint
CREATE TABLE "vouchers" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"percent" smallint,
	"amount" bigint,
	"gift_days" smallint,
	"package_id" text,
	"max_uses" integer DEFAULT 1 NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"starts_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"batch" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vouchers_code_unique" UNIQUE("code"),
	CONSTRAINT "vouchers_code_form" CHECK ("vouchers"."code" ~ '^[A-Z0-9]{1,20}-[A-Z0-9]{1,20}$'),
	CONSTRAINT "vouchers_kind_known" CHECK ("vouchers"."kind" in ('percent', 'amount', 'gift')),
	CONSTRAINT "vouchers_value" CHECK (num_nonnulls("vouchers"."percent", "vouchers"."amount", "vouchers"."gift_days") = 1 and coalesce(case "vouchers"."kind"
        when 'percent' then "vouchers"."percent" between 1 and 100
        when 'amount' then "vouchers"."amount" > 0
        else "vouchers"."gift_days" between 1 and 3660
      end, false)),
	CONSTRAINT "vouchers_uses" CHECK ("vouchers"."used" between 0 and "vouchers"."max_uses"),
	CONSTRAINT "vouchers_time" CHECK ("vouchers"."ends_at" > "vouchers"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"posting" text NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	"transaction_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_once" UNIQUE("posting","account"),
	CONSTRAINT "ledger_entries_account_known" CHECK ("ledger_entries"."account" in ('bank', 'revenue', 'vat', 'refunds_due')),
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "bookmarks" (
	"id" text PRIMARY KEY NOT NULL,
	"profile_id" text NOT NULL,
	"content_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bookmarks_once" UNIQUE("profile_id","content_id")
);
--> statement-breakpoint
CREATE TABLE "comment_reports" (
	"comment_id" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "comment_reports_comment_id_user_id_pk" PRIMARY KEY("comment_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" text PRIMARY KEY NOT NULL,
	"content_id" text NOT NULL,
	"user_id" text NOT NULL,
	"profile_id" text,
	"text" text NOT NULL,
	"is_spoiler" boolean DEFAULT false NOT NULL,
	"hidden_at" timestamp (3) with time zone,
	"hidden_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "comments_length" CHECK (char_length("comments"."text") between 3 and 1000)
);
--> statement-breakpoint
CREATE TABLE "votes" (
	"profile_id" text NOT NULL,
	"content_id" text NOT NULL,
	"value" smallint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "votes_profile_id_content_id_pk" PRIMARY KEY("profile_id","content_id"),
	CONSTRAINT "votes_value" CHECK ("votes"."value" in (-1, 1))
);
--> statement-breakpoint
CREATE TABLE "watch_history" (
	"profile_id" text NOT NULL,
	"content_id" text NOT NULL,
	"first_watched_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_watched_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"plays" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "watch_history_profile_id_content_id_pk" PRIMARY KEY("profile_id","content_id")
);
--> statement-breakpoint
CREATE TABLE "watch_progress" (
	"profile_id" text NOT NULL,
	"content_id" text NOT NULL,
	"series_id" text,
	"position_seconds" double precision NOT NULL,
	"duration_seconds" double precision NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "watch_progress_profile_id_content_id_pk" PRIMARY KEY("profile_id","content_id"),
	CONSTRAINT "watch_progress_range" CHECK ("watch_progress"."position_seconds" >= 0 and "watch_progress"."duration_seconds" >= 0)
);
--> statement-breakpoint
CREATE TABLE "facts" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "global_links" (
	"id" text PRIMARY KEY NOT NULL,
	"position" smallint NOT NULL,
	"title_fa" text NOT NULL,
	"title_en" text NOT NULL,
	"navigation_type" text NOT NULL,
	"url" text,
	"category_id" text,
	"sort_order" text,
	CONSTRAINT "global_links_navigation_known" CHECK ("global_links"."navigation_type" in ('internal_route', 'get_by_filter')),
	CONSTRAINT "global_links_sort_known" CHECK ("global_links"."sort_order" in ('default', 'most_visited', 'best_selling', 'rate', 'latest')),
	CONSTRAINT "global_links_url" CHECK ("global_links"."url" ~ '^/($|[^/\\])'),
	CONSTRAINT "global_links_target" CHECK (case "global_links"."navigation_type" when 'internal_route' then "global_links"."url" is not null else "global_links"."category_id" is not null end)
);
--> statement-breakpoint
CREATE TABLE "home_widgets" (
	"id" text PRIMARY KEY NOT NULL,
	"page" text DEFAULT 'home' NOT NULL,
	"position" smallint NOT NULL,
	"type" text NOT NULL,
	"title_fa" text DEFAULT '' NOT NULL,
	"title_en" text DEFAULT '' NOT NULL,
	"more_link" text,
	"config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_visible" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "home_widgets_page_known" CHECK ("home_widgets"."page" in ('home', 'cinema_online', 'categories', 'kids', 'packages')),
	CONSTRAINT "home_widgets_type_known" CHECK ("home_widgets"."type" in ('banner', 'video_carousel', 'artist_carousel', 'category_carousel', 'continue_watching', 'survey'))
);
--> statement-breakpoint
CREATE TABLE "search_clicks" (
	"query_id" text NOT NULL,
	"content_id" text NOT NULL,
	"position" smallint NOT NULL,
	"profile_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_clicks_query_id_content_id_position_pk" PRIMARY KEY("query_id","content_id","position"),
	CONSTRAINT "search_clicks_position" CHECK ("search_clicks"."position" >= 0)
);
--> statement-breakpoint
CREATE TABLE "search_queries" (
	"id" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"results" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "system_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"text_fa" text NOT NULL,
	"text_en" text NOT NULL,
	"type" text DEFAULT 'success' NOT NULL,
	"is_dismissable" boolean DEFAULT true NOT NULL,
	"starts_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "system_messages_type_known" CHECK ("system_messages"."type" in ('error', 'success')),
	CONSTRAINT "system_messages_time" CHECK ("system_messages"."ends_at" > "system_messages"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "playback_leases" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"slot" smallint NOT NULL,
	"session_id" text NOT NULL,
	"profile_id" text NOT NULL,
	"content_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"heartbeat_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "playback_leases_one_a_slot" UNIQUE("user_id","slot"),
	CONSTRAINT "playback_leases_slot" CHECK ("playback_leases"."slot" between 1 and 3)
);
--> statement-breakpoint
CREATE TABLE "profile_tokens" (
	"session_id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"profile_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "profile_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"slot" smallint NOT NULL,
	"name" text NOT NULL,
	"avatar" text,
	"age_type" text DEFAULT 'adult' NOT NULL,
	"birthday_year" smallint,
	"birthday_month" smallint,
	"birthday_day" smallint,
	"pin_hash" text,
	"is_primary" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profiles_one_a_slot" UNIQUE("user_id","slot"),
	CONSTRAINT "profiles_slot" CHECK ("profiles"."slot" between 1 and 3),
	CONSTRAINT "profiles_name_length" CHECK (char_length("profiles"."name") between 1 and 50),
	CONSTRAINT "profiles_age_type_known" CHECK ("profiles"."age_type" in ('adult', 'under_3', 'under_7', 'under_12', 'under_15')),
	CONSTRAINT "profiles_birthday" CHECK ("profiles"."birthday_year" between 1280 and 1500 and "profiles"."birthday_month" between 1 and 12 and "profiles"."birthday_day" between 1 and 31)
);
--> statement-breakpoint
CREATE TABLE "limited_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" text NOT NULL,
	"profile_id" text,
	"device" jsonb,
	"is_sso" boolean DEFAULT false NOT NULL,
	"ip" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "limited_tokens_purpose_known" CHECK ("limited_tokens"."purpose" in ('device_choice', 'reset_pin', 'reset_password')),
	CONSTRAINT "limited_tokens_pin_has_profile" CHECK ("limited_tokens"."purpose" <> 'reset_pin' or "limited_tokens"."profile_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "otp_challenges" (
	"tracker" text PRIMARY KEY NOT NULL,
	"msisdn" text NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"user_id" text,
	"profile_id" text,
	"tries" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "otp_challenges_msisdn_canonical" CHECK ("otp_challenges"."msisdn" ~ '^09[0-9]{9}$'),
	CONSTRAINT "otp_challenges_purpose_known" CHECK ("otp_challenges"."purpose" in ('login', 'reset_pin', 'delete_profile', 'reauth')),
	CONSTRAINT "otp_challenges_tries" CHECK ("otp_challenges"."tries" between 0 and 5),
	CONSTRAINT "otp_challenges_time" CHECK ("otp_challenges"."expires_at" > "otp_challenges"."created_at")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "remote_access" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"poll_token_hash" text NOT NULL,
	"device" jsonb NOT NULL,
	"ip" text,
	"user_id" text,
	"approved_at" timestamp (3) with time zone,
	"collected_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "remote_access_poll_token_hash_unique" UNIQUE("poll_token_hash"),
	CONSTRAINT "remote_access_code_form" CHECK ("remote_access"."code" ~ '^[0-9]{6}$'),
	CONSTRAINT "remote_access_approved_by" CHECK (("remote_access"."approved_at" is null) = ("remote_access"."user_id" is null)),
	CONSTRAINT "remote_access_order" CHECK ("remote_access"."collected_at" is null or "remote_access"."approved_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" text NOT NULL,
	"slot" smallint NOT NULL,
	"device" jsonb NOT NULL,
	"ip" text,
	"is_sso" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_reason" text,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "sessions_slot" CHECK ("sessions"."slot" between 1 and 3),
	CONSTRAINT "sessions_time" CHECK ("sessions"."expires_at" > "sessions"."created_at")
);
--> statement-breakpoint
CREATE TABLE "sms_outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"code" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"dedupe_key" text,
	"provider_ref" text,
	"failure" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "sms_outbox_dedupe_key_unique" UNIQUE("dedupe_key"),
	CONSTRAINT "sms_outbox_to_canonical" CHECK ("sms_outbox"."to" ~ '^09[0-9]{9}$'),
	CONSTRAINT "sms_outbox_status_known" CHECK ("sms_outbox"."status" in ('pending', 'sending', 'sent', 'failed')),
	CONSTRAINT "sms_outbox_sent_has_time" CHECK (("sms_outbox"."status" = 'sent') = ("sms_outbox"."sent_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"msisdn" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"family" text DEFAULT '' NOT NULL,
	"email" text,
	"gender" text DEFAULT 'unspecified' NOT NULL,
	"birthday_year" smallint,
	"birthday_month" smallint,
	"birthday_day" smallint,
	"avatar" text,
	"password_hash" text,
	"is_sso" boolean DEFAULT false NOT NULL,
	"partner" text,
	"terms_accepted_at" timestamp (3) with time zone,
	"wants_news" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_msisdn_unique" UNIQUE("msisdn"),
	CONSTRAINT "users_msisdn_canonical" CHECK ("users"."msisdn" ~ '^09[0-9]{9}$'),
	CONSTRAINT "users_gender_known" CHECK ("users"."gender" in ('male', 'female', 'unspecified')),
	CONSTRAINT "users_birthday" CHECK ("users"."birthday_year" between 1280 and 1500 and "users"."birthday_month" between 1 and 12 and "users"."birthday_day" between 1 and 31),
	CONSTRAINT "users_partner_with_sso" CHECK (not "users"."is_sso" or "users"."partner" is not null)
);
--> statement-breakpoint
CREATE TABLE "ticket_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"ticket_id" text NOT NULL,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_messages_author_known" CHECK ("ticket_messages"."author" in ('user', 'support')),
	CONSTRAINT "ticket_messages_length" CHECK (char_length("ticket_messages"."text") between 1 and 5000)
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" text PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "tickets_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1001 CACHE 1),
	"user_id" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"department" text DEFAULT 'none' NOT NULL,
	"country" text,
	"ip" text,
	"provider" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tickets_number_unique" UNIQUE("number"),
	CONSTRAINT "tickets_title_length" CHECK (char_length("tickets"."title") between 1 and 200),
	CONSTRAINT "tickets_text_length" CHECK (char_length("tickets"."text") between 1 and 5000),
	CONSTRAINT "tickets_status_known" CHECK ("tickets"."status" in ('none', 'pending', 'in_progress', 'completed')),
	CONSTRAINT "tickets_department_known" CHECK ("tickets"."department" in ('none', 'technical', 'support', 'content', 'management'))
);
--> statement-breakpoint
CREATE TABLE "survey_groups" (
	"id" text PRIMARY KEY NOT NULL,
	"ref" text NOT NULL,
	"title_fa" text NOT NULL,
	"title_en" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "survey_groups_ref_unique" UNIQUE("ref")
);
--> statement-breakpoint
CREATE TABLE "survey_participants" (
	"id" text PRIMARY KEY NOT NULL,
	"survey_id" text NOT NULL,
	"title_fa" text NOT NULL,
	"title_en" text NOT NULL,
	"subtitle_fa" text,
	"subtitle_en" text,
	"image_path" text,
	"image_colour" text,
	"position" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "survey_participants_of_survey" UNIQUE("survey_id","id")
);
--> statement-breakpoint
CREATE TABLE "survey_submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"survey_id" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "survey_submissions_once" UNIQUE("survey_id","user_id"),
	CONSTRAINT "survey_submissions_of_survey" UNIQUE("survey_id","id")
);
--> statement-breakpoint
CREATE TABLE "survey_votes" (
	"submission_id" text NOT NULL,
	"participant_id" text NOT NULL,
	"survey_id" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "survey_votes_submission_id_participant_id_pk" PRIMARY KEY("submission_id","participant_id"),
	CONSTRAINT "survey_votes_count" CHECK ("survey_votes"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "surveys" (
	"id" text PRIMARY KEY NOT NULL,
	"ref" text NOT NULL,
	"group_id" text,
	"title_fa" text NOT NULL,
	"title_en" text NOT NULL,
	"text_fa" text DEFAULT '' NOT NULL,
	"text_en" text DEFAULT '' NOT NULL,
	"image_path" text,
	"image_colour" text,
	"votes_total" smallint NOT NULL,
	"votes_per_item" smallint NOT NULL,
	"min_item" smallint DEFAULT 1 NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	"starts_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "surveys_ref_unique" UNIQUE("ref"),
	CONSTRAINT "surveys_allowances" CHECK ("surveys"."votes_per_item" between 1 and "surveys"."votes_total" and "surveys"."min_item" between 1 and "surveys"."votes_total"),
	CONSTRAINT "surveys_time" CHECK ("surveys"."ends_at" > "surveys"."starts_at")
);
--> statement-breakpoint
ALTER TABLE "bundle_items" ADD CONSTRAINT "bundle_items_bundle_id_contents_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_items" ADD CONSTRAINT "bundle_items_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_categories" ADD CONSTRAINT "content_categories_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_categories" ADD CONSTRAINT "content_categories_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_series_id_contents_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_season_id_contents_id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_artist_id_artists_id_fk" FOREIGN KEY ("artist_id") REFERENCES "public"."artists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_files" ADD CONSTRAINT "video_files_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_subscriptions" ADD CONSTRAINT "carrier_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cinema_tickets" ADD CONSTRAINT "cinema_tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cinema_tickets" ADD CONSTRAINT "cinema_tickets_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cinema_tickets" ADD CONSTRAINT "cinema_tickets_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dd_charges" ADD CONSTRAINT "dd_charges_contract_id_dd_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."dd_contracts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dd_charges" ADD CONSTRAINT "dd_charges_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dd_contracts" ADD CONSTRAINT "dd_contracts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dd_contracts" ADD CONSTRAINT "dd_contracts_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_group_id_package_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."package_groups"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_contract_id_dd_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."dd_contracts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_voucher_id_vouchers_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."vouchers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_redemptions" ADD CONSTRAINT "voucher_redemptions_voucher_id_vouchers_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."vouchers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_redemptions" ADD CONSTRAINT "voucher_redemptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_redemptions" ADD CONSTRAINT "voucher_redemptions_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reports" ADD CONSTRAINT "comment_reports_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reports" ADD CONSTRAINT "comment_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_history" ADD CONSTRAINT "watch_history_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_history" ADD CONSTRAINT "watch_history_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_progress" ADD CONSTRAINT "watch_progress_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_progress" ADD CONSTRAINT "watch_progress_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_progress" ADD CONSTRAINT "watch_progress_series_id_contents_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "global_links" ADD CONSTRAINT "global_links_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_clicks" ADD CONSTRAINT "search_clicks_query_id_search_queries_id_fk" FOREIGN KEY ("query_id") REFERENCES "public"."search_queries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_clicks" ADD CONSTRAINT "search_clicks_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_clicks" ADD CONSTRAINT "search_clicks_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_leases" ADD CONSTRAINT "playback_leases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_leases" ADD CONSTRAINT "playback_leases_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_leases" ADD CONSTRAINT "playback_leases_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "playback_leases" ADD CONSTRAINT "playback_leases_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_tokens" ADD CONSTRAINT "profile_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_tokens" ADD CONSTRAINT "profile_tokens_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "limited_tokens" ADD CONSTRAINT "limited_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "limited_tokens" ADD CONSTRAINT "limited_tokens_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "otp_challenges" ADD CONSTRAINT "otp_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "otp_challenges" ADD CONSTRAINT "otp_challenges_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remote_access" ADD CONSTRAINT "remote_access_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_participants" ADD CONSTRAINT "survey_participants_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_submissions" ADD CONSTRAINT "survey_submissions_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_submissions" ADD CONSTRAINT "survey_submissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_votes" ADD CONSTRAINT "survey_votes_submission" FOREIGN KEY ("survey_id","submission_id") REFERENCES "public"."survey_submissions"("survey_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_votes" ADD CONSTRAINT "survey_votes_participant" FOREIGN KEY ("survey_id","participant_id") REFERENCES "public"."survey_participants"("survey_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "surveys" ADD CONSTRAINT "surveys_group_id_survey_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."survey_groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "artists_tsv" ON "artists" USING gin ("tsv");--> statement-breakpoint
CREATE INDEX "artists_trigrams" ON "artists" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "artists_by_name" ON "artists" USING btree ("sort_key","id");--> statement-breakpoint
CREATE INDEX "bundle_items_content" ON "bundle_items" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "content_categories_category" ON "content_categories" USING btree ("category_id","content_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contents_one_season" ON "contents" USING btree ("series_id","season_number") WHERE "contents"."type" = 'season_of_series';--> statement-breakpoint
CREATE UNIQUE INDEX "contents_one_episode" ON "contents" USING btree ("season_id","episode_number") WHERE "contents"."type" = 'episode';--> statement-breakpoint
CREATE INDEX "contents_series" ON "contents" USING btree ("series_id") WHERE "contents"."series_id" is not null;--> statement-breakpoint
CREATE INDEX "contents_by_rank" ON "contents" USING btree ("rank","id") WHERE "contents"."removed_at" is null and "contents"."type" in ('single_video', 'series', 'video_content_list');--> statement-breakpoint
CREATE INDEX "contents_by_latest" ON "contents" USING btree ("published_at","id") WHERE "contents"."removed_at" is null and "contents"."type" in ('single_video', 'series', 'video_content_list');--> statement-breakpoint
CREATE INDEX "contents_by_views" ON "contents" USING btree ("view_count","id") WHERE "contents"."removed_at" is null and "contents"."type" in ('single_video', 'series', 'video_content_list');--> statement-breakpoint
CREATE INDEX "contents_by_sales" ON "contents" USING btree ("sale_count","id") WHERE "contents"."removed_at" is null and "contents"."type" in ('single_video', 'series', 'video_content_list');--> statement-breakpoint
CREATE INDEX "contents_by_rate" ON "contents" USING btree ("rate_score","id") WHERE "contents"."removed_at" is null and "contents"."type" in ('single_video', 'series', 'video_content_list');--> statement-breakpoint
CREATE INDEX "contents_type_by_rank" ON "contents" USING btree ("type","rank","id") WHERE "contents"."removed_at" is null and "contents"."type" in ('single_video', 'series', 'video_content_list');--> statement-breakpoint
CREATE INDEX "contents_type_by_latest" ON "contents" USING btree ("type","published_at","id") WHERE "contents"."removed_at" is null and "contents"."type" in ('single_video', 'series', 'video_content_list');--> statement-breakpoint
CREATE INDEX "contents_type_by_views" ON "contents" USING btree ("type","view_count","id") WHERE "contents"."removed_at" is null and "contents"."type" in ('single_video', 'series', 'video_content_list');--> statement-breakpoint
CREATE INDEX "contents_type_by_sales" ON "contents" USING btree ("type","sale_count","id") WHERE "contents"."removed_at" is null and "contents"."type" in ('single_video', 'series', 'video_content_list');--> statement-breakpoint
CREATE INDEX "contents_type_by_rate" ON "contents" USING btree ("type","rate_score","id") WHERE "contents"."removed_at" is null and "contents"."type" in ('single_video', 'series', 'video_content_list');--> statement-breakpoint
CREATE INDEX "contents_by_title" ON "contents" USING btree ("sort_key","id") WHERE "contents"."removed_at" is null and "contents"."type" in ('single_video', 'series', 'video_content_list');--> statement-breakpoint
CREATE INDEX "contents_by_update" ON "contents" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "contents_tsv" ON "contents" USING gin ("tsv");--> statement-breakpoint
CREATE INDEX "contents_trigrams" ON "contents" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contents_flags" ON "contents" USING gin ("flags");--> statement-breakpoint
CREATE INDEX "credits_artist" ON "credits" USING btree ("artist_id");--> statement-breakpoint
CREATE UNIQUE INDEX "cinema_tickets_one_a_title" ON "cinema_tickets" USING btree ("user_id","content_id") WHERE "cinema_tickets"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "dd_charges_open" ON "dd_charges" USING btree ("next_attempt_at") WHERE "dd_charges"."state" in ('due', 'sent');--> statement-breakpoint
CREATE UNIQUE INDEX "dd_contracts_one_active" ON "dd_contracts" USING btree ("user_id") WHERE "dd_contracts"."state" = 'active';--> statement-breakpoint
CREATE INDEX "dd_contracts_user" ON "dd_contracts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "dd_contracts_due" ON "dd_contracts" USING btree ("next_charge_at") WHERE "dd_contracts"."state" = 'active';--> statement-breakpoint
CREATE INDEX "idempotency_keys_expiry" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("next_attempt_at") WHERE "refunds"."state" in ('requested', 'sent');--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id","ends_at");--> statement-breakpoint
CREATE INDEX "subscriptions_end" ON "subscriptions" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "transactions_user" ON "transactions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "transactions_unsettled" ON "transactions" USING btree ("check_at") WHERE "transactions"."state" in ('created', 'redirected', 'verifying', 'needs_review');--> statement-breakpoint
CREATE INDEX "transactions_voucher" ON "transactions" USING btree ("voucher_id");--> statement-breakpoint
CREATE UNIQUE INDEX "voucher_redemptions_once_a_user" ON "voucher_redemptions" USING btree ("voucher_id","user_id") WHERE "voucher_redemptions"."state" <> 'released';--> statement-breakpoint
CREATE INDEX "ledger_entries_transaction" ON "ledger_entries" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "bookmarks_newest" ON "bookmarks" USING btree ("profile_id","created_at","id");--> statement-breakpoint
CREATE INDEX "bookmarks_content" ON "bookmarks" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "comment_reports_user" ON "comment_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "comments_newest" ON "comments" USING btree ("content_id","created_at","id") WHERE "comments"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "comments_profile" ON "comments" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "comments_user" ON "comments" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "votes_content" ON "votes" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "watch_history_newest" ON "watch_history" USING btree ("profile_id","last_watched_at");--> statement-breakpoint
CREATE INDEX "watch_history_content" ON "watch_history" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "watch_progress_newest" ON "watch_progress" USING btree ("profile_id","updated_at");--> statement-breakpoint
CREATE INDEX "watch_progress_content" ON "watch_progress" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "watch_progress_series" ON "watch_progress" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "global_links_category" ON "global_links" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "home_widgets_order" ON "home_widgets" USING btree ("page","position");--> statement-breakpoint
CREATE INDEX "search_clicks_content" ON "search_clicks" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "search_clicks_profile" ON "search_clicks" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "search_queries_newest" ON "search_queries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "system_messages_newest" ON "system_messages" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "playback_leases_session" ON "playback_leases" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "playback_leases_expiry" ON "playback_leases" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "profile_tokens_profile" ON "profile_tokens" USING btree ("profile_id");--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_one_primary" ON "profiles" USING btree ("user_id") WHERE "profiles"."is_primary";--> statement-breakpoint
CREATE INDEX "limited_tokens_expiry" ON "limited_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "otp_challenges_msisdn" ON "otp_challenges" USING btree ("msisdn","created_at");--> statement-breakpoint
CREATE INDEX "otp_challenges_expiry" ON "otp_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "rate_limits_expiry" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE UNIQUE INDEX "remote_access_one_a_code" ON "remote_access" USING btree ("code") WHERE "remote_access"."approved_at" is null;--> statement-breakpoint
CREATE INDEX "remote_access_expiry" ON "remote_access" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_one_a_slot" ON "sessions" USING btree ("user_id","slot") WHERE "sessions"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at") WHERE "sessions"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "sms_outbox_due" ON "sms_outbox" USING btree ("next_attempt_at") WHERE "sms_outbox"."status" in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "sms_outbox_newest" ON "sms_outbox" USING btree ("to","created_at");--> statement-breakpoint
CREATE INDEX "ticket_messages_order" ON "ticket_messages" USING btree ("ticket_id","created_at");--> statement-breakpoint
CREATE INDEX "tickets_newest" ON "tickets" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "tickets_open" ON "tickets" USING btree ("created_at") WHERE "tickets"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "survey_submissions_user" ON "survey_submissions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "survey_votes_participant" ON "survey_votes" USING btree ("participant_id");--> statement-breakpoint
CREATE INDEX "surveys_group" ON "surveys" USING btree ("group_id","position");