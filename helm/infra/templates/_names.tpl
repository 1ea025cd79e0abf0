{{- define "infra.labels" -}}
app.kubernetes.io/part-of: tribus-infra
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "infra.selector" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/part-of: tribus-infra
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end }}

{{- define "infra.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ . }}
runAsGroup: {{ . }}
fsGroup: {{ . }}
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "infra.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}
