CREATE TABLE "comment_blocks" (
	"user_id" text PRIMARY KEY NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "held_words" (
	"word" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "held_words_length" CHECK (char_length("held_words"."word") between 2 and 100)
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_msisdn_canonical";--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "held_for" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "blocked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "blocked_reason" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comment_blocks" ADD CONSTRAINT "comment_blocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_erased_blocked" CHECK ("users"."erased_at" is null or "users"."blocked_at" is not null);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_blocked_reason" CHECK ("users"."blocked_reason" is null or "users"."blocked_at" is not null);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_msisdn_canonical" CHECK (case when "users"."erased_at" is null then "users"."msisdn" ~ '^09[0-9]{9}$' else "users"."msisdn" = 'erased-' || "users"."id" end);--> statement-breakpoint

-- A blocked user gets no session, whichever node signs in. FOR SHARE waits for a block that has not committed.
CREATE FUNCTION "refuse_blocked_session"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM users WHERE id = NEW.user_id AND blocked_at IS NULL FOR SHARE;
  IF NOT FOUND AND EXISTS (SELECT FROM users WHERE id = NEW.user_id) THEN
    RAISE EXCEPTION 'the user is blocked' USING ERRCODE = 'check_violation', CONSTRAINT = 'sessions_not_blocked';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "sessions_not_blocked" BEFORE INSERT ON "sessions"
  FOR EACH ROW EXECUTE FUNCTION "refuse_blocked_session"();
--> statement-breakpoint

-- A user keeps a primary profile, unless the user was erased: it is never demoted, nor deleted but with the user.
CREATE OR REPLACE FUNCTION "keep_primary_profile"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.is_primary AND EXISTS (SELECT FROM users WHERE id = OLD.user_id AND erased_at IS NULL) THEN
      RAISE EXCEPTION 'the primary profile cannot be deleted' USING ERRCODE = 'check_violation', CONSTRAINT = 'profiles_keep_primary';
    END IF;
    RETURN OLD;
  END IF;
  IF OLD.is_primary AND NOT NEW.is_primary OR OLD.user_id <> NEW.user_id THEN
    RAISE EXCEPTION 'the primary profile stays primary, and its user''s' USING ERRCODE = 'check_violation', CONSTRAINT = 'profiles_keep_primary';
  END IF;
  RETURN NEW;
END $$;
