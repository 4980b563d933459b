# Varnish 7 in front of the nodes. It stores pages that are the same for every visitor for the time in Surrogate-Control, and drops
# them by the tags in Surrogate-Key. nodes.vcl next to this file lists the nodes. Start Varnish with -p http_gzip_support=off,
# because the nodes compress, also with brotli. It needs the modules of varnish-modules, which the image contains.
vcl 4.1;

import std;
import directors;
import purge;
import var;

include "./nodes.vcl";

sub vcl_recv {
  unset req.http.Purge-Key;
  if (req.url == "/cdn-purge") {
    call purge_pages;
  }

  # Only for Prometheus, which connects to each node directly.
  if (req.url ~ "^/metrics($|\?)") {
    return (synth(404));
  }

  # Uses nodes that are ready. If none is, any node answers: its error page is better than ours.
  set req.backend_hint = ready.backend();
  if (std.healthy(req.backend_hint)) {
    # Serves an outdated page while a fresh one is fetched, and longer if no node is ready.
    set req.grace = 10s;
  } else {
    set req.backend_hint = any.backend();
  }

  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  if (req.url ~ "^/(api|dev|fake|payments|webhooks|media/s)/" || req.url ~ "^/(healthz|readyz)") {
    return (pass);
  }
  # Signed-in visitors, above all children, get pages only from the nodes, and their pages are not stored: only nodes know who they
  # are.
  if (req.http.Authorization || req.http.Profile-Token) {
    return (pass);
  }
  std.collect(req.http.Cookie, "; ");
  if (req.http.Cookie ~ "(^|[;\s])(state|session|__Host-session)\s*=") {
    return (pass);
  }

  if (req.http.Accept-Encoding ~ "\bbr\b") {
    set req.http.Accept-Encoding = "br";
  } elsif (req.http.Accept-Encoding ~ "\bgzip\b") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    unset req.http.Accept-Encoding;
  }
  return (hash);
}

# Handles POST /cdn-purge with tags in Surrogate-Key, separated by spaces; "*" means all pages. A soft purge deletes nothing: it makes
# all pages stale that are older.
sub purge_pages {
  call purge_key;
  if (req.method != "POST" || client.ip !~ purgers || req.http.Authorization != req.http.Purge-Key) {
    return (synth(403));
  }
  if (req.http.Fastly-Soft-Purge == "1") {
    var.global_set("stale_before", std.real(time=now));
  } elsif (req.http.Surrogate-Key == "*") {
    std.ban("obj.http.Surrogate-Key ~ .");
  } elsif (req.http.Surrogate-Key ~ "^[\w:-]+( [\w:-]+)*$") {
    std.ban("obj.http.Surrogate-Key ~ (^|\s)(" + regsuball(req.http.Surrogate-Key, " ", "|") + ")(\s|$)");
  } else {
    return (synth(400));
  }
  return (synth(200));
}

sub vcl_hash {
  hash_data(req.http.X-Forwarded-Proto);
}

sub vcl_hit {
  # The page is served now, and fetched in the background at its next visit, as one whose time is over.
  if (now - obj.age < std.time(real=std.real(var.global_get("stale_before"), 0.0)) && obj.ttl > 0s) {
    purge.soft(0s);
  }
}

sub vcl_backend_response {
  # A failed fetch in the background does not replace the older page.
  if (beresp.status >= 500 && bereq.is_bgfetch) {
    return (abandon);
  }
  if (bereq.uncacheable) {
    return (deliver);
  }
  if (beresp.status == 200 && beresp.http.Surrogate-Control ~ "\bmax-age=\d+") {
    set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^.*\bmax-age=(\d+).*$", "\1s"), 0s);
    set beresp.grace = 1d;
  } elsif (!beresp.http.Cache-Control) {
    set beresp.ttl = 0s;
  }
  # Requests for uncacheable pages do not wait for each other: for two minutes, each is passed on separately.
}

sub vcl_backend_error {
  if (bereq.retries < 1 && (bereq.method == "GET" || bereq.method == "HEAD")) {
    return (retry);
  }
  set beresp.http.Retry-After = "5";
  set beresp.http.Cache-Control = "no-store";
  if (bereq.url ~ "^/api/") {
    set beresp.http.Content-Type = "application/json; charset=utf-8";
    set beresp.body = {"{"data":null,"meta":{"operation_result":"unavailable","operation_result_code":50300,"retry_after":5}}"};
  } elsif (bereq.url ~ "^/en(/|\?|$)" || bereq.http.Accept-Language ~ "(?i)^en") {
    set beresp.http.Content-Type = "text/html; charset=utf-8";
    set beresp.body = {"<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Temporarily unavailable</title><p>The site is unavailable for a moment. Please try again soon.</p></html>"};
  } else {
    set beresp.http.Content-Type = "text/html; charset=utf-8";
    set beresp.body = {"<!doctype html><html lang="fa" dir="rtl"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>موقتاً در دسترس نیستیم</title><p>سایت چند لحظه در دسترس نیست. کمی بعد دوباره امتحان کنید.</p></html>"};
  }
  return (deliver);
}

# Headers of Varnish's own replies, as the nodes send them.
sub own_headers {
  set resp.http.Content-Security-Policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";
  set resp.http.X-Content-Type-Options = "nosniff";
  set resp.http.X-Frame-Options = "DENY";
  set resp.http.Referrer-Policy = "strict-origin-when-cross-origin";
  set resp.http.Cross-Origin-Opener-Policy = "same-origin";
  set resp.http.Cross-Origin-Resource-Policy = "same-origin";
  set resp.http.Permissions-Policy = "camera=(), microphone=(), geolocation=(), payment=(), usb=()";
  set resp.http.X-Permitted-Cross-Domain-Policies = "none";
  if (req.http.X-Forwarded-Proto == "https") {
    set resp.http.Strict-Transport-Security = "max-age=31536000; includeSubDomains";
  }
}

sub vcl_deliver {
  if (!resp.http.X-Content-Type-Options) {
    call own_headers;
  }
  if (obj.hits > 0) {
    set resp.http.X-Cache = "HIT";
  } else {
    set resp.http.X-Cache = "MISS";
  }
  unset resp.http.Surrogate-Control;
  unset resp.http.Surrogate-Key;
  unset resp.http.CDN-Cache-Control;
  unset resp.http.Cache-Tag;
  unset resp.http.X-Varnish;
  unset resp.http.Via;
}

sub vcl_synth {
  call own_headers;
  set resp.http.Cache-Control = "no-store";
  set resp.body = "";
  return (deliver);
}
