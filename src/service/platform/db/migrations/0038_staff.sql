CREATE TABLE "staff_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"role" text NOT NULL,
	"password_hash" text,
	"totp_secret" text,
	"totp_step" bigint DEFAULT 0 NOT NULL,
	"recovery_hashes" text[] DEFAULT '{}' NOT NULL,
	"invitation_hash" text,
	"invitation_ends_at" timestamp (3) with time zone,
	"active_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_accounts_email_unique" UNIQUE("email"),
	CONSTRAINT "staff_accounts_invitation_hash_unique" UNIQUE("invitation_hash"),
	CONSTRAINT "staff_accounts_role_known" CHECK ("staff_accounts"."role" in ('editor', 'support', 'finance', 'marketing', 'admin')),
	CONSTRAINT "staff_accounts_email_form" CHECK ("staff_accounts"."email" = lower("staff_accounts"."email") and "staff_accounts"."email" ~ '@'),
	CONSTRAINT "staff_accounts_active" CHECK ("staff_accounts"."active_since" is null or num_nulls("staff_accounts"."password_hash", "staff_accounts"."totp_secret") = 0)
);
--> statement-breakpoint
CREATE TABLE "staff_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"noun" text NOT NULL,
	"verb" text NOT NULL,
	"fields" jsonb NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"agent" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "staff_requests" ADD CONSTRAINT "staff_requests_account_id_staff_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_account_id_staff_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_requests_account" ON "staff_requests" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "staff_requests_age" ON "staff_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "staff_sessions_account" ON "staff_sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_age" ON "staff_sessions" USING btree ("created_at");